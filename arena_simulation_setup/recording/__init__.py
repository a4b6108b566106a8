"""Episode, Frame, Order and Verdict as bytes in MCAP, without ROS."""
