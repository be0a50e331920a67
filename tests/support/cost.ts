const TURNS = 9

/** Processor time in microseconds: the median of several turns, so that a machine with other work says the same. */
export async function cost(work: () => unknown): Promise<number> {
  const turns: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    turns.push(user + system)
  }
  return turns.sort((a, b) => a - b)[Math.floor(TURNS / 2)]!
}

/**
 * How many times as much five times as much costs: about 1 when the cost is that of the length, 5 when of its square.
 * @param work is told how much
 */
export async function growth(work: (times: 1 | 5) => unknown): Promise<number> {
  const few = await cost(async () => {
    for (let i = 0; i < 5; i++) await work(1)
  })
  return (await cost(() => work(5))) / few
}
