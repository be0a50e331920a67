import { sql, type SqlBool } from 'kysely'
import { ROLE } from '../../../platform/access/roles.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { messagesArea } from '../../../platform/mail/rights.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { type OwnExample } from '../../../platform/screens/screen.ts'
import { table } from '../../../platform/screens/table/table.ts'
import { certificateColumns } from './certificates.columns.ts'
import { certificateGroups } from './certificates.groups.ts'
import { periodFilter, selectorFilter } from '../../../platform/screens/table/table-filters.ts'
import { importArea } from '../../../system/importing/rights.ts'
import { byName, fullName } from '../../../relations/contacts/index.ts'
import { reissueCertificate, withdrawCertificate } from './certificates.commands.ts'
import { planningFilter, searchFilter, stateFilter } from './filters.ts'
import { certificateFields } from './certificates.fields.ts'
import { ReasonForm, ReissueForm } from './certificates.forms.ts'
import { getCertificate, isOfCompany, listCertificates } from './certificates.queries.ts'
import { LIGHTS, STATES } from './certificates.rules.ts'
import { planningsArea } from '../../rights.ts'
import { certificatesArea } from './rights.ts'

const HOME = '/certificates'
const access = { area: certificatesArea, record: 'certificate' } as const

const ofPerson: OwnExample = (story, role) => ({
  params: { id: role === ROLE.student ? story.certificates.student : story.certificates.anouk },
  form: { reason: 'Naam verkeerd gespeld' },
  foreign: { id: story.certificates.foreign },
})
const manage = { ...access, right: 'change', home: HOME, size: 'medium', form: ReasonForm, example: ofPerson } as const

/** What has no end comes last; as its index has it. */
const byValidUntil = sql`coalesce(certificates.valid_until, 'infinity'::date)`

export const certificateTable = table({
  ...access,
  right: 'view',
  path: HOME,
  title: 'Certificaten',
  query: (db) => listCertificates(db),
  filters: {
    search: searchFilter,
    course_id: selectorFilter(
      certificateFields.course_id.label,
      'course',
      (courses) => sql<SqlBool>`certificates.course_id in (${sql.join(courses)})`,
    ),
    status: stateFilter,
    valid_until: {
      ...periodFilter(certificateFields.valid_until.label, {
        column: sql`certificates.valid_until`,
        type: 'date',
        by: byValidUntil,
        nullable: true,
      }),
      order: 'valid_until',
    },
    issued_on: periodFilter(certificateFields.issued_on.label, { column: sql`certificates.issued_on`, type: 'date' }),
    contact_id: selectorFilter(
      'Contact',
      'contact',
      (contacts) => sql<SqlBool>`certificates.contact_id in (${sql.join(contacts)})`,
    ),
    company_id: selectorFilter('Bedrijf', 'company', isOfCompany),
    group_id: planningFilter,
  },
  views: [
    { key: 'ending', name: 'Verloopt binnen 3 maanden', query: 'valid_until=next-3m&status=valid' },
    { key: 'expired', name: 'Verlopen', query: 'status=expired' },
  ],
  sorts: {
    issued: { by: [sql`certificates.issued_on`], type: 'date' },
    number: { by: [sql`certificates.number`] },
    name: { by: byName },
    course: { by: [sql`courses.description collate "nl-x-icu"`] },
    valid_until: { by: [byValidUntil], type: 'date' },
  },
  defaultSort: '-issued',
  groups: certificateGroups,
  columns: [
    { field: 'number', kind: 'main', sort: 'number', cell: (c) => c.number },
    { label: 'Naam', sort: 'name', hiddenWhenFilteredBy: ['contact_id'], cell: (c) => fullName(c) },
    { field: 'course_id', sort: 'course', hiddenWhenFilteredBy: ['group_id'], cell: (c) => c.course_description },
    { field: 'issued_on', sort: 'issued', cell: (c) => formatDate(c.issued_on) },
    {
      field: 'valid_until',
      sort: 'valid_until',
      cell: (c) => ({
        text: c.valid_until === null ? 'Geen einddatum' : formatDate(c.valid_until),
        muted: c.valid_until === null,
        ...(c.light === null ? {} : { light: LIGHTS[c.light] }),
      }),
    },
    { label: 'Status', key: 'state', cell: (c) => ({ status: STATES[c.state] }) },
  ],
  moreColumns: certificateColumns,
  actions: [{ label: 'Importeren', icon: 'file-import', kind: 'popup', url: '/import/wizard?table=certificates', area: importArea, right: 'change' }], // prettier-ignore
  bulk: [
    { label: 'Downloaden', icon: 'download', kind: 'download', url: '/certificates/file' },
    {
      label: 'Bericht sturen',
      icon: 'mail',
      kind: 'popup',
      url: '/messages/write/certificate-holders',
      area: messagesArea,
      right: 'change',
    },
  ],
  open: (c) => `/certificate/view/${c.id}`,
  rowCss: (c) => (c.state === 'withdrawn' ? 'is-off' : null),
  empty: {
    icon: 'certificate',
    title: 'Nog geen certificaten',
    text: 'Certificaten worden gemaakt bij een planning waarvan de cursisten geslaagd zijn.',
    action: {
      label: 'Planningen openen',
      icon: 'calendar-event',
      kind: 'link',
      url: '/plannings',
      area: planningsArea,
    },
  },
  example: () => ({ foreign: null }),
})

export const certificateWithdraw = formPopup({
  ...manage,
  path: '/certificate/withdraw/:id',
  load: async ({ db, params }) => ({ certificate: await getCertificate(db, params.id) }),
  title: ({ certificate }) => `Certificaat ${certificate.number} intrekken`,
  subtitle: ({ certificate }) => certificate.snapshot.person.name,
  view: 'training/certificates/withdraw',
  version: ({ certificate }) => certificate.version,
  submits: [{ label: 'Certificaat intrekken', danger: true }],
  save: async ({ trx, params, form }) => {
    await withdrawCertificate(trx, params.id, form.reason, form.version)
    return {
      changed: [{ type: 'certificate', id: params.id }],
      flash: { str: 'Certificaat ingetrokken', type: 'success' },
    }
  },
})

export const certificateReissue = formPopup({
  ...manage,
  form: ReissueForm,
  path: '/certificate/reissue/:id',
  noUndo: 'number given',
  load: async ({ db, params }) => ({ certificate: await getCertificate(db, params.id) }),
  title: ({ certificate }) => `Certificaat ${certificate.number} opnieuw uitgeven`,
  subtitle: ({ certificate }) => certificate.snapshot.person.name,
  view: 'training/certificates/reissue',
  version: ({ certificate }) => certificate.version,
  submits: [{ label: 'Certificaat opnieuw uitgeven' }],
  save: async ({ trx, params, form, services }) => {
    const successor = await reissueCertificate(trx, params.id, form, services)
    return {
      changed: [
        { type: 'certificate', id: params.id },
        { type: 'certificate', id: successor },
      ],
      flash: { str: 'Certificaat opnieuw uitgegeven', type: 'success' },
      open: `/certificate/view/${successor}`,
      body: { id: successor },
    }
  },
})
