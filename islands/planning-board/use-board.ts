import { useEffect, useMemo, useReducer } from 'react'
import { type PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import {
  type BoardLane,
  type BoardSettings,
  type BoardVisit,
  type UnplannedOrder,
} from '../../src/inspections/planning/visits/board.contract.ts'
import { isoDay, type Day } from '../../src/platform/format/days.ts'
import { type Moves } from '../shared/bar.tsx'
import { cookies } from '../shared/platform.ts'
import { keyOf, visitOf } from './drafts.ts'
import { lanesOf, shownLanes, trayOf } from './model.ts'
import { dataUrlOf, daysShown, restoreSettings, saveSettings, step, trayUrlOf } from './settings.ts'
import { useDrafts } from './use-drafts.ts'
import { useLoaded } from './use-loaded.ts'

/** What the lanes follow: visits, and who is busy or away. */
const RECORDS = 'visit order appointment absence free_day working_week user'
const TRAY_RECORDS = 'visit order'
const PHONE = '(max-width: 40rem)'

const change = (settings: BoardSettings, part: Partial<BoardSettings>): BoardSettings => ({ ...settings, ...part })

/** How the board is looked at; kept for when it is opened next. */
export function useSettings(today: Day) {
  const [settings, set] = useReducer(change, null, () =>
    restoreSettings(cookies(), { today, phone: window.matchMedia(PHONE).matches }),
  )
  useEffect(() => saveSettings(cookies(), settings), [settings])
  const moves: Moves = {
    canStepBack: true,
    canStepOn: true,
    step: (direction) => set(step(settings, direction)),
    goToday: () => set({ date: isoDay(today) }),
    jump: (day) => set({ date: isoDay(day) }),
    show: (view) => set({ type: view === 'd' ? 'd' : 'w' }),
  }
  return { settings, set, moves }
}

/** Lanes, what waits, and the drafts, from what the server told. */
export function useBoard(props: PlanningBoardProps, settings: BoardSettings) {
  const data = useLoaded<BoardLane>(dataUrlOf(props.dataUrl, settings), RECORDS)
  const waiting = useLoaded<UnplannedOrder>(props.plans ? trayUrlOf(props.trayUrl, settings) : null, TRAY_RECORDS)
  const drafts = useDrafts(props.own, props.confirmUrl, data.answer)
  const { type, date } = settings
  const days = useMemo(() => daysShown({ type, date }), [type, date])
  const lanes = useMemo(() => lanesOf(data.answer ?? [], drafts.all, days), [data.answer, drafts.all, days])
  const shown = useMemo(() => shownLanes(lanes, settings, props.own), [lanes, settings, props.own])
  const find = (key: string): BoardVisit | undefined => {
    const order = waiting.answer?.find(({ order_id }) => key === `new-${order_id}`)
    const block = lanes.flatMap((lane) => lane.days.flatMap(({ blocks }) => blocks)).find((one) => one.key === key)
    return drafts.all.find((draft) => keyOf(draft) === key) ?? block?.visit ?? (order && visitOf(order))
  }
  const orders = useMemo(() => trayOf(waiting.answer ?? [], drafts.all), [waiting.answer, drafts.all])
  return { plans: props.plans, settings, data, waiting, drafts, days, lanes, shown, find, orders }
}

export type Board = ReturnType<typeof useBoard>
