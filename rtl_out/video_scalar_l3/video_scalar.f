video_scalar_select.v
video_scalar_shift.v
video_scalar_primary.v
video_scalar_clamp.v
video_scalar_merge.v
video_scalar_core.v
handshake.v
video_scalar.v
