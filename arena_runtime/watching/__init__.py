"""Looking at a running episode from outside, without ROS."""
