permute_byte.v
handshake.v
byte_permute.v
