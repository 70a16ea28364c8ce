"""Trains the encoder of the embedded picker. The README beside this folder says how and with what."""
