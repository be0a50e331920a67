import { describe, expect, it } from 'vitest'
import { mutationScores, scoreLine } from '../../scripts/mutation-scores.ts'

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
