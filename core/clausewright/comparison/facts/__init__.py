"""What two passages say differently, as typed facts with the words on both sides, and as measures of a difference.

What is left over when two passages are aligned is sorted by what it is: figures, negations, who must or may do what,
parties, limits, conditions, exceptions, other words; and by where it stands: changed in otherwise equal words, or in a
passage that was written anew. Each kind of fact has a module of its own; ``evidence`` is what they share.
"""
