"""JSON Schema (draft 2020-12) of the files, for editors that complete and check while somebody writes."""
