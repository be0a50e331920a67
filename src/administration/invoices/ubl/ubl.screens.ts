import { ROLE } from '../../../platform/access/roles.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { file } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import type { OwnExample } from '../../../platform/screens/screen.ts'
import { getSnapshot } from '../invoices/index.ts'
import { invoicesArea } from '../invoices/rights.ts'
import { problemsOf } from './problems.rules.ts'
import { FORMATS, type UblFormat, isUblFormat } from './ubl.rules.ts'
import { keptUbl, ublName } from './ubl.files.ts'

const access = { area: invoicesArea, record: 'invoice', right: 'view' } as const
const example =
  (more: object = {}): OwnExample =>
  (story, role) => ({
    params: { id: role === ROLE.supervisor ? story.invoices.definitive : story.invoices.late, ...more },
    foreign: { id: story.invoices.foreign, ...more },
  })

/** The forms in which machines read an invoice, and what keeps it from them. */
export const invoiceUbl = popup({
  ...access,
  path: '/administration/invoice/ubl/:id',
  home: '/administration/invoices',
  size: 'small',
  view: 'administration/ubl/formats',
  load: async ({ db, params }) => {
    const snapshot = await getSnapshot(db, params.id)
    return {
      number: snapshot.number,
      formats: Object.entries(FORMATS).map(([key, { label }]) => ({
        label,
        url: `/administration/invoice/ubl/${params.id}/${key}`,
        problems: problemsOf(snapshot, key as UblFormat),
      })),
    }
  },
  title: ({ number }) => `UBL van factuur ${number}`,
  example: example(),
})

/** An invoice as a file that machines read. */
export const ublFile = file({
  ...access,
  path: '/administration/invoice/ubl/:id/:format(word)',
  open: async ({ db, services, params: { id, format } }) => {
    if (!isUblFormat(format)) throw new NotFound('Bestand')
    const snapshot = await getSnapshot(db, id)
    const problems = problemsOf(snapshot, format)
    if (problems.length > 0) throw new HttpError(409, problems.join(' '))
    const { key, size } = await keptUbl(services, { id, snapshot }, format)
    return { name: ublName(snapshot), mimeType: 'application/xml', size, content: await services.files.open(key) }
  },
  example: example({ format: 'peppol' }),
})
