#!/bin/bash
# Runs a command on the machine whose disk is the folder $ROOT: enter.sh FOLDER COMMAND [NAME=VALUE]...
# machine.ts starts this as process 1 of new namespaces, so that all mounts and processes end when it ends.
# The command runs as if from a terminal. Closing this script's input acts as Ctrl-C.
set -eum
folder=$1 command=$2
shift 2

mount --bind "$ROOT" "$ROOT"
cd "$ROOT"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs -o "size=$SHM" shm dev/shm
mkdir -p ".$NPM_CACHE"
mount --bind "$NPM_CACHE_OUTSIDE" ".$NPM_CACHE"
chown -R "$RUN_AS:$RUN_AS" ".$NPM_CACHE"

if [ "$NAMESPACES" = refused ]; then
  # Keep only the capabilities that Docker gives to root. The chroot prevents user namespaces.
  kept=chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod,audit_write,setfcap
  within=(chroot . setpriv "--bounding-set=-all,+${kept//,/,+}")
else
  mkdir -p .outside
  pivot_root . .outside
  umount -l .outside
  rmdir .outside
  within=(setpriv)
fi

"${within[@]}" --reuid="$RUN_AS" --regid="$RUN_AS" --clear-groups env -i -C "$folder" "$@" sh -c "$command" </dev/null &
running=$!
{ cat && kill -INT -- "-$running"; } >/dev/null 2>&1 &
terminal=$!
disown "$terminal"
code=0
wait "$running" || code=$?
kill -KILL -- "-$terminal" 2>/dev/null || true

# Every process must end soon after the command. Zombie processes have no command line and are ignored.
for _ in {1..50}; do
  left=()
  for process in proc/[0-9]*; do
    [ "$process" != proc/1 ] || continue
    { line=$(tr '\0' ' ' <"$process/cmdline"); } 2>/dev/null || continue
    [ -z "$line" ] || left+=("$line")
  done
  [ ${#left[@]} -gt 0 ] || exit "$code"
  sleep 0.1
done
printf 'left running: %s\n' "${left[@]}"
exit 99
