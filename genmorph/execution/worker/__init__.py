"""The program of a worker process: it loads the subject, installs changes of it and calls them.

It is started by its file name and imports nothing of genmorph, so that the subject finds a bare interpreter. There
the package goes by another name, which is why its modules import each other relatively. The parent imports
`protocol`, and what it does to a value itself where it calls the subject: `arguments` and `encoding`.
"""
