"""Small applications that branch on what services answer."""
