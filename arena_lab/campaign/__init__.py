"""Campaigns: the stages of a suite with every contestant of a contest, in many processes, with the rows of one."""
