"""The whole backend in one thread of virtual time: seeded people, and everything that can go wrong."""
