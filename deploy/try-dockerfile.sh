#!/usr/bin/env bash
# Tries the Dockerfile without Docker: each stage gets an empty root of its own, overlaid on this
# machine instead of its image, and every COPY and RUN is carried out there.
#
#   sudo deploy/try-dockerfile.sh [STAGE…]     # all stages if none is named
#
# The contents of the images must be installed here: Rust, Node.js with npm. It needs Linux, root
# (mounts, chroot), 4 GB in the system's temporary folder (TMPDIR names another) and the time of a
# release build. It cannot show whether the images exist, nor how their contents differ from this
# machine's.
set -euo pipefail
[ "$(id -u)" = 0 ] || { echo 'this needs root, for mounts and chroot' >&2; exit 1; }
if [ -z "${TRY_DOCKERFILE_INSIDE:-}" ]; then
    # In a mount namespace, so that nothing stays mounted whatever happens.
    export TRY_DOCKERFILE_INSIDE=1
    exec unshare --mount "$0" "$@"
fi

here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'cd /; umount -R "$work"/*/root 2>/dev/null || true; rm -rf "$work"' EXIT

# The context is the files that git tracks, which is more than .dockerignore leaves.
mkdir "$work/context"
(cd "$here" && git ls-files -z --cached --others --exclude-standard \
    | tar --create --null --files-from=- --ignore-failed-read) | tar --extract --directory "$work/context"

wanted=("$@")
stage='' root='' dir=/ user='' tried=0
declare -a environment

is_wanted() {
    [ ${#wanted[@]} = 0 ] && return 0
    local name
    for name in "${wanted[@]}"; do [ "$name" = "$stage" ] && return 0; done
    return 1
}

# Runs a command line in the stage's root as the image would.
inside() {
    local change=(chroot)
    [ -n "$user" ] && change+=("--userspec=$user")
    (cd "$root" && env -i PATH="$PATH" HOME="${HOME:-/root}" "${environment[@]}" \
        "${change[@]}" "$root" sh -c "cd '$dir' && $1")
}

begin_stage() {
    stage=$1 dir=/ user='' environment=(LC_ALL=C.UTF-8)
    is_wanted || return 0
    root=$work/$stage/root
    mkdir -p "$root" "$work/$stage/upper" "$work/$stage/overlay"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$work/$stage/upper,workdir=$work/$stage/overlay" "$root"
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    # In an image, the folder with our work is empty.
    mount -t tmpfs tmpfs "$root/tmp"
}

copy() {
    local from=$work/context owner='' word words=()
    for word in "$@"; do
        case $word in
            --from=*)
                from=$work/${word#--from=}/root
                [ -d "$from" ] || { echo "stage ${word#--from=} was not tried" >&2; exit 1; }
                ;;
            --chown=*) owner=${word#--chown=} ;;
            *) words+=("$word") ;;
        esac
    done
    local target=${words[-1]} source
    unset 'words[-1]'
    case $target in /*) ;; *) target=$dir/$target ;; esac
    case $target in
        */ | */. | */./) mkdir -p "$root$target" ;;
        *) mkdir -p "$root$(dirname "$target")" ;;
    esac
    for source in "${words[@]}"; do
        source=$from/${source#/}
        if [ -d "$source" ]; then
            mkdir -p "$root$target"
            cp -a "$source/." "$root$target/"
        else
            cp -a "$source" "$root$target"
        fi
    done
    if [ -n "$owner" ]; then chown -R "$owner" "$root$target"; fi
}

line=''
while IFS= read -r part || [ -n "$part" ]; do
    case $part in '#'* | '') continue ;; esac
    case $part in
        *\\) line+="${part%\\} "; continue ;;
    esac
    line+=$part
    read -r word rest <<< "$line"
    if [ "$word" = FROM ]; then
        case $rest in *' AS '*) begin_stage "${rest##* AS }" ;; *) begin_stage image ;; esac
        is_wanted && echo "== $stage (in the place of ${rest%% *})"
        line=''
        continue
    fi
    if is_wanted; then
        case $word in
            WORKDIR) dir=$rest; mkdir -p "$root$dir" ;;
            USER) user=$rest ;;
            ENV) eval "environment+=($rest)" ;;
            # Set in the environment, as --build-arg is with Docker.
            ARG) word=${rest%%=*}; environment+=("$word=${!word:-${rest#*=}}") ;;
            COPY) echo "COPY $rest"; eval "copy $rest"; tried=$((tried + 1)) ;;
            RUN) echo "RUN $rest"; inside "$rest"; tried=$((tried + 1)) ;;
        esac
    fi
    line=''
done < "$here/Dockerfile"

stage=image
if is_wanted; then
    echo '== the image starts and answers, as its user, with a root that cannot be written'
    umount -l "$root/dev" "$root/proc"
    mount -o remount,ro "$root"
    mount --rbind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    mount -t tmpfs -o "uid=${user%%:*},mode=700" tmpfs "$root/data"
    environment+=(KOMADAI__SERVER__LISTEN=127.0.0.1:18080)
    # The job is a shell around it, so it reports its own process id.
    inside 'echo $$ > /tmp/server && exec komadai serve' &
    server=$!
    for _ in $(seq 100); do
        inside 'komadai health' 2>/dev/null && break
        kill -0 "$server"
        sleep 0.1
    done
    inside 'komadai health' > /dev/null
    kill "$(cat "$root/tmp/server")"
    wait "$server"
fi
echo "$tried lines of the Dockerfile were carried out"
