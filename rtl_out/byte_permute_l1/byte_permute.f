permute_byte.v
byte_permute_handshake.v
byte_permute.v
