import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { page, topTools } from '../../platform/screens/page.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import { signedIn } from '../../platform/screens/screen.ts'
import { NotFound } from '../../platform/errors.ts'
import { userSelfArea } from '../accounts/rights.ts'
import { blocksOf } from '../release-notes/index.ts'
import { readSetting } from '../settings/index.ts'
import { pagesFor } from './manuals.queries.ts'
import { type ManualPage, manualFor, pageAbout, piecesOf } from './manuals.rules.ts'

const access = { area: userSelfArea, right: 'view' } as const

const groupsOf = (pages: readonly ManualPage[]) =>
  [...Map.groupBy(pages, ({ group }) => group)].map(([title, those]) => ({ title, pages: those }))

const read = ({ title, content }: ManualPage) => ({
  title,
  blocks: blocksOf(content).map(({ kind, lines }) =>
    lines[0]!.startsWith('## ')
      ? { kind: 'heading' as const, lines: [piecesOf(lines[0]!.slice(3))] }
      : { kind, lines: lines.map(piecesOf) },
  ),
})

/** The subjects of the manual that fits the roles of the viewer. */
const contents = page({
  ...access,
  path: '/manual',
  title: 'Handleiding',
  view: 'system/manuals/page',
  load: ({ viewer, services }) => ({
    manual: manualFor(viewer.roles),
    groups: groupsOf(pagesFor(services.registry, viewer)),
    subject: null,
    here: null,
  }),
})

/** One of them. */
const subject = page({
  ...access,
  path: '/manual/:subject(word)',
  menu: '/manual',
  title: 'Handleiding',
  view: 'system/manuals/page',
  load: ({ viewer, services, params }) => {
    const pages = pagesFor(services.registry, viewer)
    const found = pages.find(({ key }) => key === params.subject)
    if (!found) throw new NotFound('Pagina')
    return { manual: manualFor(viewer.roles), groups: groupsOf(pages), subject: read(found), here: found.key }
  },
  example: () => ({ params: { subject: 'beginnen' } }),
})

/** What Handleiding opens: what is told of the screen at hand, or the organisation's own for its office (rulings 10.2). */
const manualLink = raw({
  ...access,
  path: '/manual/open',
  kind: 'page',
  methods: ['GET'],
  handle: async ({ req, res, viewer: visitor, services }) => {
    const viewer = signedIn(visitor)
    const own = manualFor(viewer.roles) === 'general' && (await readSetting(services.db, 'organisation')).manual_url
    const at = typeof req.query.at === 'string' ? req.query.at : ''
    const about = pageAbout(pagesFor(services.registry, viewer), at)
    res.redirect(303, own || (about === null ? '/manual' : `/manual/${about.key}`))
  },
})

export const manuals: ModulePart = {
  screens: [contents, manualLink, subject],
  gifts: [give(topTools, [{ area: userSelfArea, view: 'system/manuals/help' }])],
}
