import { describe, expect, it } from 'vitest'
import { axisEnd } from '../../../public/js/dashboard/chart.ts'
import { CLEAR_MS, tableDelays, widgetRequests } from '../../../public/js/dashboard/requests.ts'
import type { WidgetData } from '../../../src/system/dashboard/dashboard.contract.ts'

const ANSWER: WidgetData = { total: 1, datasets: [] }

/** Requests that are answered by hand, and what was to be done later. */
function asking() {
  const sent: { url: string; signal: AbortSignal; answer: (data: WidgetData) => void; fail: () => void }[] = []
  const later: { callback: () => void; ms: number }[] = []
  const ask = widgetRequests(
    (url, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<WidgetData>()
      sent.push({ url, signal, answer: resolve, fail: () => reject(new Error('no answer')) })
      return promise
    },
    (callback, ms) => later.push({ callback, ms }),
  )
  return { ask, sent, later }
}

describe('what widgets ask for', () => {
  it('is asked once for each path, and again a second after it came [P-160] [P-162]', async () => {
    const { ask, sent, later } = asking()
    const both = [ask('/one', { year: '2026' }), ask('/one', { year: '2026' })]
    void ask('/other', { year: '2026' })
    expect(sent.map(({ url }) => url)).toEqual(['/one?year=2026', '/other?year=2026'])
    sent[0]!.answer(ANSWER)
    expect(await Promise.all(both)).toEqual([ANSWER, ANSWER])
    expect(later.map(({ ms }) => ms)).toEqual([1000])
    expect(CLEAR_MS).toBe(1000)
    void ask('/one', { year: '2026' })
    expect(sent.length).toBe(2)
    later[0]!.callback()
    void ask('/one', { year: '2026' })
    expect(sent.length).toBe(3)
  })

  it('is given up when the filters change [P-161]', () => {
    const { ask, sent } = asking()
    void ask('/one', { year: '2026' })
    void ask('/one', { year: '2025' })
    expect(sent.map(({ url, signal }) => [url, signal.aborted])).toEqual([
      ['/one?year=2026', true],
      ['/one?year=2025', false],
    ])
  })

  it('is the same where filters that ask nothing differ [P-163]', () => {
    const { ask, sent } = asking()
    for (const year of [null, undefined, '-1']) void ask('/one', { year, month: '3' })
    void ask('/one', { month: '3' })
    expect(sent.map(({ url }) => url)).toEqual(['/one?month=3'])
  })

  it('is asked anew after it failed', async () => {
    const { ask, sent, later } = asking()
    const failed = ask('/one', {})
    sent[0]!.fail()
    await expect(failed).rejects.toThrow('no answer')
    void ask('/one', {})
    expect([sent.length, later.length]).toEqual([2, 0])
  })
})

it.each([
  [0, 4],
  [3, 4],
  [41, 50],
  [950, 1000],
  [142_380, 200_000],
])('an axis for %i ends at %i', (highest, end) => expect(axisEnd(highest)).toBe(end))

it('tables of one widget load 500 ms apart [A-204]', () => expect(tableDelays(3)).toEqual([0, 500, 1000]))
