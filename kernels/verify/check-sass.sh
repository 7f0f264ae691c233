#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks for the fences in the machine code of every kernel: check-sass.sh PROGRAM RESULT.json
# A missing proxy fence can go unnoticed in any number of runs, so the instructions are looked at.
# In each kernel that writes shared memory (all do): the async-proxy fence stands before the first
# wgmma, and every wgmma has warpgroup.arrive (wgmma.fence) before it.
set -u
prog=${1:?usage: check-sass.sh PROGRAM RESULT.json}
result=${2:?usage: check-sass.sh PROGRAM RESULT.json}
cuobjdump -sass "$prog" | awk -v result="$result" '
    function close_kernel() {
        if (name == "" || !wgmma) return
        kernels++
        if (unfenced || !proxy) { bad++; print "not fenced: " name }
    }
    /Function :/ { close_kernel(); name = $NF; wgmma = proxy = arrive = unfenced = 0 }
    /FENCE\.VIEW\.ASYNC/ { proxy = 1 }
    /WARPGROUP\.ARRIVE/ { arrive = 1 }
    /[HQIB]GMMA/ { wgmma++; all++; if (!arrive || !proxy) unfenced = 1; arrive = 0 }
    END {
        close_kernel()
        printf "%d kernels, %d wgmma instructions, %d kernels not fenced\n", kernels, all, bad
        printf "{\"schema\":\"wgdesc/1\",\"kernels\":%d,\"wgmma\":%d,\"not_fenced\":%d}\n", \
            kernels, all, bad > result
        exit bad || !kernels
    }'
