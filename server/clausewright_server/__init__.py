"""The Clausewright language server: translates between editors and the core library; holds no legal knowledge."""
