/**
 * The screens of the tablet and what leads from one to another, as data. Who was found is told by the server; nothing here
 * knows a clock or a page.
 */
import type { KioskStudent, KioskTimes, Welcome } from './kiosk.contract.ts'

export type KioskScreen =
  | 'setup'
  | 'initial'
  | 'birthday-confirmation'
  | 'lastname-confirmation'
  | 'multiple-students-found'
  | 'student-found'
  | 'welcome-page'
  | 'no-student-found'

export interface KioskState {
  screen: KioskScreen
  birthday: string
  lastName: string
  /** Who the last name gave. */
  several: KioskStudent[]
  /** Who is asked whether it is them. */
  found: KioskStudent | null
  welcome: Welcome | null
  /** Seconds that nobody touched the screen. */
  idle: number
  /** Seconds until it begins anew, while it asks whether somebody is there. */
  asking: number | null
  /** Seconds until the screen closes by itself. */
  closing: number | null
}

export type KioskEvent =
  | { type: 'registered' }
  | { type: 'unregistered' }
  | { type: 'birthday'; value: string }
  | { type: 'lastName'; value: string }
  | { type: 'answer'; students: KioskStudent[] }
  | { type: 'chosen'; student: KioskStudent }
  | { type: 'welcomed'; welcome: Welcome }
  | { type: 'kept'; welcome: Welcome }
  | { type: 'notMe' }
  | { type: 'close' }
  | { type: 'restart' }
  | { type: 'touch' }
  | { type: 'continue' }
  | { type: 'tick' }
type EventType = KioskEvent['type']

type Guard = (state: KioskState, event: KioskEvent) => boolean
const count = (event: KioskEvent): number => (event.type === 'answer' ? event.students.length : 0)
const othersOf = ({ several, found }: KioskState): KioskStudent[] => several.filter(({ id }) => id !== found?.id)
const isEmpty = (event: KioskEvent): boolean => 'value' in event && event.value === ''

/** What a transition may ask beforehand. */
export const GUARDS = {
  always: () => true,
  empty: (_state, event) => isEmpty(event),
  typed: (_state, event) => !isEmpty(event),
  one: (_state, event) => count(event) === 1,
  several: (_state, event) => count(event) > 1,
  none: (_state, event) => count(event) === 0,
  'not one': (_state, event) => count(event) !== 1,
  'others left': (state) => othersOf(state).length > 0,
  'name typed': (state) => state.lastName !== '' && othersOf(state).length === 0,
  'no name typed': (state) => state.lastName === '' && othersOf(state).length === 0,
} satisfies Record<string, Guard>

/** From where, on what, under which guard, to where; what is not there changes no screen. */
export const TRANSITIONS: readonly [KioskScreen, EventType, keyof typeof GUARDS, KioskScreen][] = [
  ['setup', 'registered', 'always', 'initial'],
  ['initial', 'birthday', 'typed', 'birthday-confirmation'],
  ['birthday-confirmation', 'birthday', 'empty', 'initial'],
  ['birthday-confirmation', 'answer', 'one', 'student-found'],
  ['birthday-confirmation', 'answer', 'not one', 'lastname-confirmation'],
  ['birthday-confirmation', 'restart', 'always', 'initial'],
  ['lastname-confirmation', 'answer', 'one', 'student-found'],
  ['lastname-confirmation', 'answer', 'several', 'multiple-students-found'],
  ['lastname-confirmation', 'answer', 'none', 'no-student-found'],
  ['lastname-confirmation', 'restart', 'always', 'initial'],
  ['lastname-confirmation', 'kept', 'always', 'welcome-page'],
  ['multiple-students-found', 'chosen', 'always', 'student-found'],
  ['multiple-students-found', 'notMe', 'always', 'no-student-found'],
  ['multiple-students-found', 'restart', 'always', 'initial'],
  ['student-found', 'welcomed', 'always', 'welcome-page'],
  ['student-found', 'kept', 'always', 'welcome-page'],
  ['student-found', 'notMe', 'others left', 'multiple-students-found'],
  ['student-found', 'notMe', 'name typed', 'no-student-found'],
  ['student-found', 'notMe', 'no name typed', 'lastname-confirmation'],
  ['student-found', 'restart', 'always', 'initial'],
  ['welcome-page', 'close', 'always', 'initial'],
  ['no-student-found', 'close', 'always', 'initial'],
]

/** How long a screen stays before it closes by itself. */
export const CLOSES = {
  'welcome-page': 'showWelcomeTextTime',
  'no-student-found': 'showCloseTextTime',
} as const satisfies Partial<Record<KioskScreen, keyof KioskTimes>>

/** On which it is asked whether somebody is still there. */
export const ASKS: readonly KioskScreen[] = [
  'birthday-confirmation',
  'lastname-confirmation',
  'multiple-students-found',
  'student-found',
]

/** A tick of every countdown. */
export const TICK_MS = 1000

export const firstState = (screen: KioskScreen): KioskState => ({
  screen,
  birthday: '',
  lastName: '',
  several: [],
  found: null,
  welcome: null,
  idle: 0,
  asking: null,
  closing: null,
})

function nextScreen(state: KioskState, event: KioskEvent): KioskScreen | null {
  if (event.type === 'unregistered') return 'setup'
  const row = TRANSITIONS.find(
    ([from, type, guard]) => from === state.screen && type === event.type && GUARDS[guard](state, event),
  )
  return row?.[3] ?? null
}

/** What an event leaves behind, on whichever screen it leads to. */
function remembered(state: KioskState, event: KioskEvent): KioskState {
  switch (event.type) {
    case 'birthday':
      return { ...state, birthday: event.value }
    case 'lastName':
      return { ...state, lastName: event.value }
    case 'answer': {
      const [one, ...others] = event.students
      return {
        ...state,
        found: one && others.length === 0 ? one : null,
        several: others.length > 0 ? event.students : [],
      }
    }
    case 'chosen':
      return { ...state, found: event.student }
    case 'welcomed':
    case 'kept':
      return { ...state, welcome: event.welcome }
    case 'notMe':
      return { ...state, several: othersOf(state), found: null }
    default:
      return state
  }
}

const TYPED_ON: Partial<Record<EventType, readonly KioskScreen[]>> = {
  birthday: ['initial', 'birthday-confirmation'],
  lastName: ['lastname-confirmation'],
}

/** Where an event leads; what means nothing on a screen leaves it as it is. */
export function step(state: KioskState, event: KioskEvent, times: KioskTimes): KioskState {
  if (event.type === 'tick') return ticked(state, times)
  if (event.type === 'continue') return { ...state, idle: 0, asking: null }
  // While it asks, only an answer to that counts.
  if (event.type === 'touch') return state.asking === null ? { ...state, idle: 0 } : state
  const screen = nextScreen(state, event)
  if (screen === null)
    return TYPED_ON[event.type]?.includes(state.screen) ? { ...remembered(state, event), idle: 0 } : state
  if (screen === 'initial' || screen === 'setup') return firstState(screen)
  const closes = screen in CLOSES ? times[CLOSES[screen as keyof typeof CLOSES]] : null
  return { ...remembered(state, event), screen, idle: 0, asking: null, closing: closes }
}

function ticked(state: KioskState, times: KioskTimes): KioskState {
  if (state.closing !== null)
    return state.closing > 1 ? { ...state, closing: state.closing - 1 } : firstState('initial')
  if (!ASKS.includes(state.screen)) return state
  if (state.asking !== null) return state.asking > 1 ? { ...state, asking: state.asking - 1 } : firstState('initial')
  const idle = state.idle + 1
  return idle >= times.resetTimeout ? { ...state, idle, asking: times.cancelResetTimeout } : { ...state, idle }
}
