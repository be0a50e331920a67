import { describe, expect, it } from 'vitest'
import { mutationScores, scoreLine } from '../../scripts/mutation-scores.ts'
import { mayRunAgain } from '../../scripts/vitest-runs.ts'

const mutants = (statuses: Record<string, number>) => ({
  mutants: Object.entries(statuses).flatMap(([status, count]) => Array.from({ length: count }, () => ({ status }))),
})

describe('the scores of npm run mutate', () => {
  it('are of each file by itself, the least first, whatever the total', () => {
    const files = {
      'a.rules.ts': mutants({ Killed: 900, Timeout: 100 }),
      'b.rules.ts': mutants({ Killed: 5, Timeout: 1, Survived: 1, NoCoverage: 1 }),
      'c.rules.ts': mutants({ Killed: 17, Survived: 3, CompileError: 9, RuntimeError: 9, Ignored: 9 }),
      'd.rules.ts': mutants({}),
    }
    expect(mutationScores({ files }).map((score) => scoreLine(score, 85))).toEqual([
      ' 75.00 %  b.rules.ts (6 of 8)  ← BELOW 85 %',
      ' 85.00 %  c.rules.ts (17 of 20)',
      '100.00 %  a.rules.ts (1000 of 1000)',
      '100.00 %  d.rules.ts (0 of 0)',
    ])
  })

  it('are cut, so that what is pointed out reads as what it is', () => {
    const [score] = mutationScores({ files: { 'a.rules.ts': mutants({ Killed: 8499, Survived: 1501 }) } })
    expect(scoreLine(score!, 85)).toBe(' 84.99 %  a.rules.ts (8499 of 10000)  ← BELOW 85 %')
  })
})

describe('a second chance for red files', () => {
  it.each([
    ['one', ['tests/system/undo.test.ts'], 0, true],
    ['three in a run', ['tests/a.test.ts', 'tests/b.test.ts'], 1, true],
    ['a fourth in a run', ['tests/a.test.ts', 'tests/b.test.ts'], 2, false],
    ['a known one beside another', ['tests/a.test.ts', 'tests/known.test.ts'], 0, false],
    ['what broke without a red file', [], 0, false],
    ...['kills', 'faults', 'sequences', 'fuzz', 'races', 'attacks', 'bulk-runs', 'properties'].map(
      (looks): [string, string[], number, boolean] => [looks, [`tests/training/planning-${looks}.test.ts`], 0, false],
    ),
  ])('is given or not: %s', (_title, red, unstable, may) => {
    expect(mayRunAgain(red, { known: ['tests/known.test.ts', ''], unstable })).toBe(may)
  })
})
