/** Every island by the name that `data-island` gives it. Each is a file of its own that loads when a page needs it. */
import { type ComponentType } from 'react'

/** The props come from `data-props`, which the server writes after the island's contract. */
// oxlint-disable-next-line typescript/no-explicit-any
export type IslandModule = { default: ComponentType<any> }

export const register: Readonly<Record<string, () => Promise<IslandModule>>> = {
  board: () => import('../calendar/board.tsx'),
  calendar: () => import('../calendar/calendar.tsx'),
  'code-editor': () => import('../code-editor/code-editor.tsx'),
  kiosk: () => import('../kiosk/kiosk.tsx'),
  phone: () => import('../kiosk/phone.tsx'),
  'planning-board': () => import('../planning-board/planning-board.tsx'),
  'rich-text': () => import('../rich-text/rich-text.tsx'),
  'subject-line': () => import('../rich-text/subject-line.tsx'),
}
