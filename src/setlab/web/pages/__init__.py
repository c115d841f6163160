"""The pages: HTML, static files and addresses of the site."""
