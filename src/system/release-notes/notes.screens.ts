import * as z from 'zod'
import { formatCount, formatDate } from '../../platform/format/format.ts'
import { action, json } from '../../platform/screens/call/calls.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { NOTES, getNote, markSeen, seenBy, unseenBy } from './notes.queries.ts'
import { blocksOf } from './notes.rules.ts'
import { releaseNotesArea } from './rights.ts'

const access = { area: releaseNotesArea } as const

/** So many of them at a time. */
const PAGE = 10

export const releaseNotes = json({
  ...access,
  right: 'view',
  path: '/release-notes',
  query: z.object({
    page: z.coerce
      .number()
      .catch(1)
      .transform((page) => Math.min(Math.max(Math.trunc(page) || 1, 1), 1000)),
  }),
  answer: async ({ viewer, query }) => {
    const seen = seenBy(viewer)
    return {
      data: NOTES.slice((query.page - 1) * PAGE, query.page * PAGE).map(({ id, date, title, excerpt, content }) => ({
        ...{ id, date, title, excerpt, content },
        seen: seen.has(id),
      })),
      last_page: Math.max(1, Math.ceil(NOTES.length / PAGE)),
    }
  },
})

export const unreadCount = json({
  ...access,
  right: 'view',
  path: '/release-notes/getUnreadReleaseNotesCount',
  answer: async ({ viewer }) => ({ count: unseenBy(viewer).length }),
})

/** One of them; the browser says that it was opened. */
export const releaseNote = popup({
  ...access,
  right: 'view',
  path: '/release-notes/view/:id',
  home: '/calendar',
  size: 'small',
  load: ({ params, viewer }) => {
    const note = getNote(params.id)
    const others = unseenBy(viewer).filter(({ id }) => id !== note.id)
    return {
      note,
      blocks: blocksOf(note.content),
      next: others[0]?.id ?? null,
      left:
        others.length === 0 ? null : `Nog ${formatCount(others.length, 'ongelezen bericht', 'ongelezen berichten')}`,
    }
  },
  title: ({ note }) => note.title,
  subtitle: ({ note }) => formatDate(note.date),
  view: 'system/release-notes/note',
  example: () => ({ params: { id: NOTES[0]!.id } }),
})

const seen = { ...access, right: 'change', noUndo: 'changes no record' } as const

export const noteSeen = action({
  ...seen,
  path: '/release-notes/seen/:id',
  save: async ({ trx, viewer, params }) => {
    await markSeen(trx, viewer, [getNote(params.id).id])
    return {}
  },
  example: () => ({ params: { id: NOTES[0]!.id } }),
})

export const allSeen = action({
  ...seen,
  path: '/release-notes/allSeen',
  save: async ({ trx, viewer }) => {
    await markSeen(trx, viewer, NOTES.map(({ id }) => id)) // prettier-ignore
    return {}
  },
  example: () => ({}),
})
