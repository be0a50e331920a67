import { describe, expect, it } from 'vitest'
import { type ProposedVisit } from '../../src/inspections/planning/filling/filling.contract.ts'
import { type BoardVisit } from '../../src/inspections/planning/visits/board.contract.ts'
import { DOES_NOT_FIT, outsideHours } from '../../src/inspections/planning/visits/board-times.contract.ts'
import { dayFromIso } from '../../src/platform/format/days.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'
import {
  confirmUrlOf,
  keepDrafts,
  keyOf,
  notSaved,
  placeOf,
  putAt,
  restoreDrafts,
  spanOf,
  visitOf,
  withDraft,
} from './drafts.ts'
import { draftOf, fillingOf, fillUrlOf, groupsOf, refusalOf, resultText } from './filling.ts'
import { heldText, holdCommandOf, isMoved, judge, pickUp, type Held } from './held.ts'
import { ALL, durationText, lanesOf, othersOn, shownLanes, tracksOf, trayOf, type Lane } from './model.ts'
import { lane, order, visit } from './test-support.ts'
import { overlaps, placeTyped } from './use-times.ts'

const day = dayFromIso('2026-12-02')
const [RUBEN, MARNIX] = [7, 8]
const answer = [
  lane(0, 'Zonder keurmeester'),
  lane(RUBEN, 'Ruben Jansen', [visit(1, RUBEN, '08:00–09:30'), visit(2, RUBEN, '10:00–11:00')]),
  lane(MARNIX, 'Marnix Hoekstra', [], [{ start_datetime: epochOf(day - 1, 600), end_datetime: epochOf(day, 600), label: 'Vrij' }]), // prettier-ignore
]
const lanesWith = (drafts: BoardVisit[] = []): Lane[] => lanesOf(answer, drafts, [day - 1, day])
const blocksOf = (lanes: Lane[], id: number) =>
  lanes.find((one) => one.id === id)!.days.flatMap(({ blocks }) => blocks.map(({ key, isDraft }) => [key, isDraft]))
const everything = { merged: false, showEmpty: true, group: false }

describe('lanes', () => {
  it('have a draft in place of what it changes, in the lane and on the day that it says', () => {
    const moved = putAt(visit(2, RUBEN, '10:00–11:00'), { ...placeOf(visit(2, MARNIX, '13:00–14:00')) })
    const lanes = lanesWith([moved, putAt(visitOf(order(9)), placeOf(visit(3, RUBEN, '12:00–13:00')))])
    expect(blocksOf(lanes, RUBEN)).toEqual([['visit-1', false], ['new-9', true]]) // prettier-ignore
    expect(blocksOf(lanes, MARNIX)).toEqual([['visit-2', true]])
  })

  it('tell on each day what somebody has besides', () => {
    const [before, on] = lanesWith().find(({ id }) => id === MARNIX)!.days
    expect(before!.busy).toEqual([{ span: { start: 600, end: 1440 }, label: 'Vrij' }])
    expect(on!.busy).toEqual([{ span: { start: 0, end: 600 }, label: 'Vrij' }])
  })

  it('of others hide by the switch, but for the own one and what nobody has yet [A-026][A-138]', () => {
    const shown = shownLanes(lanesWith(), { ...everything, group: true }, MARNIX)
    expect(shown.map(({ id }) => id)).toEqual([0, MARNIX])
  })

  it('without anything hide, and are one for all, by their settings', () => {
    expect(shownLanes(lanesWith(), { ...everything, showEmpty: false }, 1).map(({ id }) => id)).toEqual([RUBEN, MARNIX])
    const [all, ...others] = shownLanes(
      lanesWith([visit(3, MARNIX, '09:00–10:00')]),
      { ...everything, merged: true },
      1,
    )
    expect([all!.id, others]).toEqual([ALL, []])
    expect(blocksOf([all!], ALL).map(([key]) => key)).toEqual(['visit-1', 'visit-3', 'visit-2'])
    expect(tracksOf(all!.days[1]!.blocks).map((track) => track.map(({ key }) => key))).toEqual([['visit-1', 'visit-2'], ['visit-3']]) // prettier-ignore
  })

  it('take from what waits what is a draft, and show first what is due first', () => {
    const orders = [order(1), order(2, { due_on: '2026-12-10' }), order(3, { due_on: '2026-12-04' }), order(4)]
    expect(trayOf(orders, [visitOf(order(4))]).map(({ order_id }) => order_id)).toEqual([3, 2, 1])
    expect([45, 60, 90, 1].map(durationText)).toEqual(['45 minuten', '1 uur', '1,5 uur', '1 minuut'])
  })
})

describe('what is dropped', () => {
  const hold = (of: BoardVisit, at: Partial<Held['at']>): Held => {
    const held = pickUp(of, 'keys', of.id === null ? null : of.employee_id, { lane: RUBEN, day })
    return { ...held, at: { ...held.at, ...at } }
  }
  const full = (): Lane[] => lanesWith([visit(3, RUBEN, '09:30–10:00'), visit(4, RUBEN, '11:30–12:00')])

  it.each([
    ['takes 60 minutes behind what is there [A-112]', RUBEN, null, { span: { start: 660, end: 720 } }],
    ['starts at 08:00 where nothing is [A-113]', MARNIX, null, { span: { start: 480, end: 540 } }],
    ['starts where it is dropped', MARNIX, 840, { span: { start: 840, end: 900 } }],
    ['is asked to be as short as the gap [A-110]', RUBEN, 570, { span: { start: 570, end: 600 }, shorten: { from: 60, to: 30 } }], // prettier-ignore
    ['is in the way of nothing that nobody has yet', 0, 540, { span: { start: 540, end: 600 } }],
  ])('%s', (_what, to, minute, expected) => {
    expect(judge(hold(visitOf(order(9)), { lane: to, minute }), lanesWith())).toEqual(expected)
  })

  it('is refused where later visits leave nothing [A-109][M-086]', () => {
    expect(judge(hold(visitOf(order(9)), { minute: 600 }), full())).toMatchObject({ shorten: { from: 60, to: 30 } })
    expect(judge(hold(visitOf(order(9)), { minute: 480 }), full())).toEqual({ refusal: DOES_NOT_FIT })
    expect(DOES_NOT_FIT).toBe('Dit gaat helaas niet passen.')
  })

  it('keeps who has it in the lane of all, and is not in its own way', () => {
    const held = hold(visit(2, RUBEN, '10:00–11:00'), { lane: ALL, minute: 690 })
    expect(heldText(held, lanesWith())).toBe('Klant 102: Ruben Jansen, wo 02-12-2026, 11:30–12:30')
    expect(judge(hold(visit(2, RUBEN, '10:00–11:00'), { minute: 630 }), lanesWith())).toEqual({ span: { start: 630, end: 690 } }) // prettier-ignore
  })

  it.each([
    ['horizontal', 'd', 'ArrowDown', [MARNIX, 0, 600]],
    ['horizontal', 'd', 'ArrowUp', [0, 0, 600]],
    ['horizontal', 'd', 'ArrowRight', [RUBEN, 0, 630]],
    ['horizontal', 'd', 'PageDown', [RUBEN, 1, 600]],
    ['horizontal', 'w', 'ArrowLeft', [RUBEN, -1, 600]],
    ['horizontal', 'w', 'PageUp', [RUBEN, -7, 600]],
    ['vertical', 'd', 'ArrowRight', [MARNIX, 0, 600]],
    ['vertical', 'd', 'ArrowUp', [RUBEN, 0, 570]],
    ['vertical', 'w', 'ArrowDown', [RUBEN, 1, 600]],
  ] as const)('moves in the %s %s by %s [A-025]', (direction, type, key, [to, days, minute]) => {
    const press = { key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }
    const around = { settings: { direction, type }, shown: [0, RUBEN, MARNIX], lanes: lanesWith() }
    const command = holdCommandOf(press, around) as (held: Held) => Held
    const held = hold(visit(2, RUBEN, '10:00–11:00'), {})
    expect([isMoved(held), isMoved(command(held))]).toEqual([false, true])
    expect(command(held).at).toEqual({ lane: to, day: day + days, minute })
    for (const [other, done] of [
      ['Enter', 'drop'],
      [' ', 'drop'],
      ['Escape', 'back'],
      ['x', undefined],
    ])
      // prettier-ignore
      expect(holdCommandOf({ ...press, key: other! }, around)).toBe(done)
  })
})

describe('times that are typed', () => {
  const draft = visit(null, RUBEN, '12:00–13:00')
  const typed = (fields: object) => placeTyped(draft, { start_time: '12:00', end_time: '13:00', lane: RUBEN, date: '2026-12-02', ...fields }) // prettier-ignore

  it('take the end along with a start at or after it [A-103]', () => {
    expect(typed({ start_time: '13:00' })!.span).toEqual({ start: 780, end: 840 })
    expect(typed({ start_time: '12:30' })!.span).toEqual({ start: 750, end: 780 })
  })

  it('take the start along with an end at or before it [A-104]', () => {
    expect(typed({ end_time: '12:00' })!.span).toEqual({ start: 660, end: 720 })
    expect(typed({ end_time: '1430' })!.span).toEqual({ start: 720, end: 870 })
    expect([typed({ end_time: '' }), typed({ end_time: '25:00' })]).toEqual([null, null])
  })

  it('overlap what ends later or begins before, of the same person alone [A-106][A-107]', () => {
    const place = (start: string, end: string, to = RUBEN) => placeOf(visit(null, to, `${start}–${end}`))
    const judged = (at: ReturnType<typeof place>) => overlaps(draft, at, lanesWith())
    expect([judged(place('09:00', '10:00')), judged(place('09:30', '10:30'))]).toEqual([true, true])
    expect([judged(place('09:30', '10:00')), judged(place('09:00', '10:00', MARNIX))]).toEqual([false, false])
    expect(othersOn(lanesWith(), RUBEN, '2026-12-02', 'visit-1')).toEqual([{ start: 600, end: 660 }])
  })
})

describe('drafts', () => {
  const saved = visit(2, RUBEN, '10:00–11:00')
  const moved = putAt(saved, placeOf(visit(2, MARNIX, '13:00–14:00')))

  it('are one of each visit or order, and are kept for who made them', () => {
    const drafts = withDraft(withDraft([], moved), putAt(moved, placeOf(saved)))
    expect(drafts.map(keyOf)).toEqual(['visit-2'])
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    } as unknown as Storage
    keepDrafts(storage, 3, drafts)
    expect([restoreDrafts(storage, 3), restoreDrafts(storage, 4)]).toEqual([drafts, []])
    keepDrafts(storage, 3, [])
    expect(kept.size).toBe(0)
    kept.set('board-drafts:3', '[{"order":1},null]')
    expect(restoreDrafts(storage, 3)).toEqual([])
  })

  it('are over when they are saved as they were drawn, by whoever did', () => {
    const fresh = putAt(visitOf(order(9)), placeOf(visit(3, RUBEN, '12:00–13:00')))
    expect(notSaved([moved, fresh], [saved])).toEqual([moved, fresh])
    expect(
      notSaved(
        [moved, fresh],
        [
          { ...moved, version: 2 },
          { ...fresh, id: 12, version: 1 },
        ],
      ),
    ).toEqual([])
  })

  it('are shown to the server with all that it is told of them', () => {
    const fresh = putAt(visitOf(order(9)), placeOf(visit(3, 0, '12:00–13:00')))
    const url = new URL(confirmUrlOf('/schedule/confirm', [moved, fresh]), 'https://noordkaap.test')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'visits[0][id]': '2',
      'visits[0][order_id]': '102',
      'visits[0][employee_id]': String(MARNIX),
      'visits[0][date]': '2026-12-02',
      'visits[0][start_time]': '13:00',
      'visits[0][end_time]': '14:00',
      'visits[0][version]': '1',
      'visits[1][order_id]': '9',
      'visits[1][date]': '2026-12-02',
      'visits[1][start_time]': '12:00',
      'visits[1][end_time]': '13:00',
    })
  })
})

describe('days that are filled', () => {
  const days = [day - 1, day, day + 3, day + 1]
  const proposed = (order_id: number, employee: string, start_time: string): ProposedVisit => ({
    ...{ order: order(order_id, { duration: 45 }), employee_id: RUBEN, employee, date: '2026-12-02', start_time },
    ...{ end_time: '09:45', why: '45 min' },
  })

  it('are the working days that are shown and not past, of who is shown', () => {
    const lanes = lanesWith()
    const board = { lanes, shown: lanes.slice(0, 2), days }
    const { offered, chosen } = fillingOf(board, day, { '2026-12-03': 'Sluitingsdag' })
    expect(offered).toEqual({ people: [RUBEN, MARNIX], days: [day, day + 3, day + 1] })
    expect(chosen).toEqual({ people: [RUBEN], days: [day] })
    const merged = shownLanes(lanes, { ...everything, merged: true }, 1)
    expect(fillingOf({ ...board, shown: merged }, day, {}).chosen.people).toEqual([RUBEN, MARNIX])
    expect(refusalOf(chosen)).toBe(null)
    for (const wrong of [{ people: [] }, { people: Array.from({ length: 51 }, (_, i) => i) }, { days: [] }])
      expect(refusalOf({ ...chosen, ...wrong })).toMatch(/^Kies .*\.$/)
  })

  it('are asked with the drafts of the board and the place that it is narrowed to', () => {
    const draft = putAt(visitOf(order(9)), placeOf(visit(3, RUBEN, '12:00–13:00')))
    const asked = (city: string) => new URL(fillUrlOf('/fill', { people: [RUBEN, MARNIX], days: [day, day + 1] }, city, [draft]), 'https://noordkaap.test').searchParams // prettier-ignore
    expect(Object.fromEntries(asked('Den Ham & Co'))).toMatchObject({ employees: '7,8', days: '2026-12-02,2026-12-03', city: 'Den Ham & Co', 'visits[0][order_id]': '9' }) // prettier-ignore
    expect(asked('').has('city')).toBe(false)
  })

  it('become drafts, and are told by day and by who goes', () => {
    const [one, other] = [proposed(9, 'Ruben Jansen', '09:00'), proposed(10, 'Marnix Hoekstra', '09:00')]
    expect(draftOf(one)).toMatchObject({ ...{ id: null, employee_id: RUBEN, date: '2026-12-02', duration: 45 }, ...{ start_time: '09:00', end_time: '09:45' } }) // prettier-ignore
    expect(groupsOf([one, other]).map(([name, own]) => [name, own.length])).toEqual([['Wo 02-12-2026, Ruben Jansen', 1], ['Wo 02-12-2026, Marnix Hoekstra', 1]]) // prettier-ignore
    const left = [{ order_id: 11, customer: 'Klant', why: 'geen tijd meer op deze dagen' }]
    expect(
      [[], [one], [one, other]].flatMap((visits) =>
        [[], left].map((rest) => resultText({ visits, left: rest, without: [] })),
      ),
    ).toEqual([
      // prettier-ignore
      'Er is niets meer in te plannen.',
      'Voorstel: het bezoek past niet.',
      'Voorstel: het bezoek past.',
      'Voorstel: 1 van de 2 bezoeken passen.',
      'Voorstel: 2 van de 2 bezoeken passen.',
      'Voorstel: 2 van de 3 bezoeken passen.',
    ])
  })

  it('outside the hours of a customer are warned of, and dropped all the same', () => {
    const morning = { from: '08:00', until: '12:00' }
    for (const [span, text] of [
      ['08:00–12:00', null],
      ['07:30–09:00', 'Buiten de bezoektijd 08:00–12:00.'],
      ['11:30–12:30', 'Buiten de bezoektijd 08:00–12:00.'],
    ] as const)
      // prettier-ignore
      expect([span, outsideHours(spanOf(visit(3, RUBEN, span)), morning)]).toEqual([span, text])
    expect(outsideHours(spanOf(visit(3, RUBEN, '00:00–23:00')), undefined)).toBe(null)
  })
})
