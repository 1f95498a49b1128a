#!/bin/bash
# Takes the picture docs/waveform.png: the video ALU's waves, opened in GTKWave. Needs gtkwave, xvfb and imagemagick.
#   docs/pictures/waveform.sh [MODULE [PNG]]
# takes that of another module.
set -eu
cd "$(dirname "$0")/../.."
module=${1-video_alu}
picture=$(realpath "${2-docs/waveform.png}")
cargo build --release --quiet
lanesmith=$PWD/target/release/lanesmith
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$lanesmith" simulate --module "$module" --random 200 --seed 7 --cycles 0..40 --vcd waves.vcd
export GDK_BACKEND=x11 folder picture
# GTKWave says nothing when it has drawn: two equal pictures say so.
xvfb-run -a -s "-screen 0 1500x1210x24" bash -c '
    gtkwave waves.gtkw >"$folder/log" 2>&1 &
    viewer=$!
    sleep 3
    for _ in {1..20}; do
        import -window root "$folder/now.png"
        cmp -s "$folder/now.png" "$folder/before.png" && break
        mv "$folder/now.png" "$folder/before.png"
        sleep 2
    done
    # Without the title, which has the name of the folder.
    convert "$folder/before.png" -gravity north -chop 0x51 -strip "$picture"
    kill "$viewer"'
