"""The measurements that README quotes (``make bench``, or ``python -m bench SECTION ...``).

Figures of one run are compared with each other: what depends on the machine is measured in turns
(one, the other, one again ...) and quoted as a ratio. Absolute times are CPU times, of use only
beside the calibration that is printed with them. Nothing here ships.
"""
