"""The process of a back end: it loads models, and says what they give.

It is started by its file name, in the environment of the back end: it needs Keras and the back end there, or the
runtime of an exported model, and no genmorph. There the package goes by another name, which is why its modules import
each other relatively. Requests and answers go through pipes of their own, since libraries write to standard output as
they like; arrays lie in files.
"""
