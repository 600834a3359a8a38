# Parameters of the chain. Copy this file, adapt it, and name the copy in SETTINGS.

# The program, and the directory for all files, which all nodes must share.
AMAZONS=${AMAZONS:-amazons}
DIR=${DIR:-$PWD/chain}

# Tasks per array. Good numbers are two to four times the number of cores, so that no core waits
# long for the last task, but few enough that each task has some minutes of work.
GAME_PARTS=${GAME_PARTS:-8}
JUDGE_PARTS=${JUDGE_PARTS:-8}
STUDY_PARTS=${STUDY_PARTS:-8}

# Threads per task; Slurm gives it as many cores.
THREADS=${THREADS:-1}

# Records: players with limits in nodes, number of games, seed.
PLAYERS=${PLAYERS:-"alphabeta:lieberum,nodes=5000"}
GAMES=${GAMES:-1000}
SELFPLAY_OPTIONS=${SELFPLAY_OPTIONS:-"--random-plies 4 --seed 1"}

# The set.
EXTRACT_OPTIONS=${EXTRACT_OPTIONS:-"--max-empties 40"}

# The judge, per problem. Limits in nodes give the same results on every machine.
JUDGE_OPTIONS=${JUDGE_OPTIONS:-"--nodes 3000000 --memory 1GiB --no-tables"}

# The study.
STUDY_OPTIONS=${STUDY_OPTIONS:-"--solvers dfpn,wpns,mcts,alphabeta --nodes 100000 --no-tables"}

# More options for sbatch, such as "--partition=long --time=1-0 --mem-per-cpu=2G".
SBATCH_OPTIONS=${SBATCH_OPTIONS:-}
