import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { type PlanningBoardProps } from '../../src/inspections/planning/board/page.contract.ts'
import { type BoardVisit, type UnplannedOrder } from '../../src/inspections/planning/visits/board.contract.ts'
import { type Day } from '../../src/platform/format/days.ts'
import { chipsOf, without } from '../shared/filters.ts'
import { FilterChips } from '../shared/filter-chips.tsx'
import { flash } from '../shared/platform.ts'
import { useFiltersPopup } from '../shared/use-filters-popup.ts'
import { useNow } from '../shared/use-now.ts'
import { useRoving } from '../shared/use-roving.ts'
import { wallClock } from '../../src/platform/format/wall-clock.ts'
import { BoardPanel } from './board-panel.tsx'
import { BoardSide } from './board-side.tsx'
import { BoardBar, DraftBar } from './board-tools.tsx'
import { keyOf, visitOf } from './drafts.ts'
import { FillPanel } from './fill-panel.tsx'
import { HeldBox } from './held-box.tsx'
import { OPEN_KEY } from './keys.ts'
import { useBoard, useSettings, type Board } from './use-board.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useHand } from './use-hand.ts'

/** The order that the page was opened for is taken in the hand once, when what waits is known. */
function useOpened(
  orderId: number | null,
  orders: readonly UnplannedOrder[] | null,
  plan: (order: UnplannedOrder) => void,
) {
  const isDone = useRef(orderId === null)
  useEffect(() => {
    if (isDone.current || orders === null) return
    isDone.current = true
    const order = orders.find(({ order_id }) => order_id === orderId)
    if (order) plan(order)
    else flash('Deze order staat niet meer tussen wat nog in te plannen is.', 'info')
  })
}

/** Keys of a block that has the focus: it is taken in the hand, opened, or walked away from. */
function useBlockKeys(
  root: RefObject<HTMLDivElement | null>,
  hand: ReturnType<typeof useHand>,
  roving: ReturnType<typeof useRoving>,
  choose: (key: string) => void,
): (event: KeyboardEvent) => void {
  const [opened, setOpened] = useState(0)
  useEffect(() => {
    if (opened > 0) root.current?.querySelector<HTMLElement>('.pb-card :is(select, button):enabled')?.focus()
  }, [root, opened])
  const open = (event: KeyboardEvent): boolean => {
    if (event.key.toLowerCase() !== OPEN_KEY || event.ctrlKey || event.metaKey || event.altKey) return false
    const block = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('.pb-ev [data-take]') : null
    if (!block) return false
    choose(block.dataset.take!)
    setOpened((count) => count + 1)
    return true
  }
  return (event) => {
    if (open(event) || hand.onKeyDown(event) || roving.onKeyDown(event)) event.preventDefault()
  }
}

interface Chosen {
  key: string | null
  choose: (key: string | null) => void
}

function useBoardHand(
  board: Board,
  { choose }: Chosen,
  root: RefObject<HTMLDivElement | null>,
  onShow: (day: Day) => void,
) {
  const { plans, settings, data, days, lanes, shown, drafts } = board
  return useHand({
    root,
    settings,
    days,
    lanes,
    shown,
    busy: data.busy || data.answer === null,
    find(key) {
      const visit = board.find(key)
      return plans && visit?.done === false ? visit : undefined
    },
    onDrop(visit: BoardVisit) {
      drafts.put(visit)
      choose(keyOf(visit))
    },
    onShow,
  })
}

/** Whether days are being filled: the focus goes there, and closed back to the button that opens it. */
function useFilling(root: RefObject<HTMLDivElement | null>) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isOpen) root.current?.querySelector<HTMLElement>('.pb-fill h2')?.focus()
  }, [root, isOpen])
  const close = (): void => {
    setOpen(false)
    root.current?.querySelector<HTMLElement>('[data-fill]')?.focus()
  }
  return { isOpen, toggle: () => setOpen(!isOpen), close }
}

/** The planning board: who inspects what and when, in lanes, with what waits to be planned beside it. */
export default function PlanningBoard(props: PlanningBoardProps): ReactNode {
  const root = useRef<HTMLDivElement>(null)
  const clock = wallClock(useNow(props.now))
  const { settings, set, moves } = useSettings(clock.day)
  const board = useBoard(props, settings)
  const { data, waiting, drafts, lanes } = board
  const [key, setKey] = useState<string | null>(null)
  const choose = useCallback((next: string | null) => setKey(next), [])
  const chosen = { key, choose }
  const [isChecking, setChecking] = useState(false)
  const fill = useFilling(root)
  const roving = useRoving(root)
  const hand = useBoardHand(board, chosen, root, moves.jump)
  const onKeyDown = useBlockKeys(root, hand, roving, choose)
  const plan = (order: UnplannedOrder): void => hand.take(visitOf(order))
  useOpened(props.plans ? props.orderId : null, data.answer && waiting.answer && board.orders, plan)
  useFiltersPopup(({ values, names }) => set({ filters: { ...values }, names: { ...names } }))
  useBoardKeys(moves)

  const filters = { values: settings.filters, names: settings.names }
  const chips = chipsOf(filters, props.filterLabels)
  return (
    <div
      className="cal-root pb-root"
      ref={root}
      onKeyDown={onKeyDown}
      onFocus={roving.onFocus}
      onPointerDown={hand.onPointerDown}
      onClickCapture={hand.onClick}
    >
      <BoardBar
        {...{ settings, set, moves }}
        today={clock.day}
        page={props}
        filterCount={chips.length}
        fill={props.plans ? fill : undefined}
      />
      <FilterChips
        chips={chips}
        onRemove={(name) => {
          const left = without(filters, name)
          set({ filters: { ...left.values }, names: { ...left.names } })
        }}
        onClear={() => set({ filters: {}, names: {} })}
      />
      <div className="pb-body">
        <BoardPanel
          {...{ board, clock, set, choose }}
          chosen={key}
          holidays={props.holidays}
          isFiltered={chips.length > 0 || settings.group}
        >
          {props.plans && (
            <DraftBar
              count={drafts.all.length}
              isChecking={isChecking}
              onConfirm={drafts.confirm}
              onDiscard={drafts.discard}
            />
          )}
        </BoardPanel>
        <div className="pb-side">
          {fill.isOpen && data.answer && (
            <FillPanel key={board.days.join()} {...{ board }} page={props} today={clock.day} onClose={fill.close} />
          )}
          <BoardSide {...{ board, chosen, plan, setChecking }} page={props} today={clock.day} onShow={moves.jump} />
        </div>
      </div>
      {hand.held && <HeldBox root={root} held={hand.held} lanes={lanes} settings={settings} drawn={board.shown} />}
    </div>
  )
}
