"""How people move."""
