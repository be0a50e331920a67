import { ROLE } from '../../platform/access/roles.ts'
import { inWords } from '../../platform/fields/shown.ts'
import { formatDate, formatDateTime } from '../../platform/format/format.ts'
import { languageName } from '../../platform/format/languages.ts'
import { cityLine, streetLine } from '../../platform/fields/address.ts'
import { viewerScope } from '../../platform/access/viewer.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { activeOption, activeStep, deleteOption } from '../../platform/screens/popup/record-options.ts'
import { fullName, contactFields } from '../naming/index.ts'
import { getShownContact } from './contacts.queries.ts'
import { CONTACT_ROLES, contactNeeds } from './contacts.rules.ts'
import { contactsArea, contactsManageArea } from './rights.ts'

const HOME = '/contacts'
const access = { area: contactsArea, record: 'contact' } as const

/** What a contact can be moved, joined and linked to, for those who manage contacts. */
function membershipOptions({ id: contact, company_id }: { id: number; company_id: number | null }) {
  const popups = [
    { label: 'Naar een ander bedrijf', icon: 'building-plus', url: `/contact/moveToCompany/${contact}` },
    ...(company_id === null
      ? []
      : [{ label: 'Losmaken van bedrijf', icon: 'building-off', url: `/contact/moveFromCompany/${contact}` }]),
  ]
  return popups.map(
    (option) => ({ ...option, kind: 'popup', order: 20, area: contactsManageArea, right: 'change' }) as const,
  )
}

const activating = ({ contact, name }: { contact: { id: number; active: boolean }; name: string }) => ({
  active: contact.active,
  url: '/contact/disable',
  fields: { id: String(contact.id) },
  area: contactsManageArea,
  confirm: `Weet u zeker dat u ${name} wilt deactiveren?`,
})

export const contactView = popup({
  ...access,
  right: 'view',
  path: '/contact/view/:id',
  home: HOME,
  load: async ({ db, viewer, readRecord }) => {
    const contact = await getShownContact(db, readRecord)
    return {
      contact,
      tabCounts: contact.tab_counts ?? null,
      hidden: contact.hidden,
      companies: contact.companies,
      skills: contact.skills,
      name: fullName(contact),
      streetLine: streetLine(contact),
      cityLine: cityLine(contact),
      gender: inWords(contactFields.gender, contact.gender) || null,
      language: contact.language === null ? null : languageName(contact.language),
      roleNames: contact.roles.map((role) => CONTACT_ROLES[role] ?? ''),
      birthDate: formatDate(contact.birth_date),
      lastLogin: formatDateTime(contact.last_login_at),
      manages: viewerScope(viewer, contactsManageArea, 'change') === 'all',
    }
  },
  title: ({ name }) => name,
  subtitle: ({ contact: { company_id, company_name } }) =>
    ['Contact', company_id === null ? 'Particulier' : company_name].filter(Boolean).join(' · '),
  status: ({ contact }) =>
    contact.active ? { label: 'Actief', css: 'st-confirmed' } : { label: 'Niet actief', css: 'st-concept' },
  actions: ({ contact, manages }) => [
    {
      label: 'Wijzigen',
      icon: 'pencil',
      kind: 'popup',
      primary: true,
      area: contactsArea,
      right: 'change',
      url: manages ? `/contact/edit/${contact.id}` : `/contact/reach/${contact.id}`,
    },
  ],
  nextSteps: (shown) => activeStep(activating(shown)),
  options: ({ contact, name }) => [
    {
      label: 'Contact opnemen',
      icon: 'phone',
      kind: 'popup',
      order: 10,
      url: `/contact/getContactOptions/${contact.id}`,
    },
    ...membershipOptions(contact),
    ...(contact.active ? [activeOption(activating({ contact, name }))] : []),
    {
      label: 'Adresetiket',
      icon: 'mail-opened',
      kind: 'popup',
      url: `/print/sheets/label?ids=${contact.id}`,
      area: contactsManageArea,
      right: 'change',
    },
    deleteOption('/contact/delete', { type: 'contact', id: contact.id }, contactsManageArea),
  ],
  footnote: ({ contact }) => `Laatst gewijzigd op ${formatDateTime(contact.updated_at)}`,
  layout: 'tabs',
  rail: { todo: ({ contact, manages }) => (manages ? contactNeeds(contact) : []) },
  parts: [
    { key: 'overview', label: 'Overzicht', icon: 'user', view: 'relations/contacts/overview' },
    {
      key: 'companies',
      label: 'Bedrijven',
      icon: 'building',
      order: 40,
      view: 'relations/contacts/companies',
      count: ({ companies }) => companies.length,
      filled: ({ companies }) => companies.length > 0,
    },
    {
      key: 'team',
      label: 'Begeleidt',
      icon: 'users-group',
      order: 40,
      url: ({ contact }) => `/contact/${contact.id}/team?embed=1`,
      when: ({ contact }) => contact.roles.includes(ROLE.supervisor),
    },
  ],
  example: (story, role) => ({
    params: { id: role === ROLE.student ? story.contacts.student : story.contacts.anouk },
    foreign: { id: story.contacts.gerrit },
  }),
})
