import { ROLE } from '../../platform/access/roles.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import { cityLine, streetLine } from '../../platform/fields/address.ts'
import { type HidableField, fullName, mapLink, contactFields } from '../naming/index.ts'
import { getContact } from './contacts.queries.ts'
import { contactsArea } from './rights.ts'

const { email, mobile_phone, phone } = contactFields

/** All ways to reach a person. */
export const contactOptions = popup({
  area: contactsArea,
  record: 'contact',
  right: 'view',
  path: '/contact/getContactOptions/:id',
  home: '/contacts',
  size: 'small',
  load: async ({ db, params }) => {
    const contact = await getContact(db, params.id)
    const shown = (field: HidableField, text: string | null) => (contact.hidden.has(field) ? null : text)
    const address = [streetLine(contact), cityLine(contact)].filter(Boolean).join(', ')
    return {
      contact,
      ways: [
        {
          icon: 'device-mobile',
          label: mobile_phone.label,
          text: shown('mobile_phone', contact.mobile_phone),
          href: `tel:${contact.mobile_phone}`,
        },
        { icon: 'phone', label: phone.label, text: shown('phone', contact.phone), href: `tel:${contact.phone}` },
        { icon: 'mail', label: email.label, text: contact.email, href: `mailto:${contact.email}` },
        { icon: 'map-pin', label: 'Route', text: shown('address', address), href: mapLink(address) },
      ].filter(({ text }) => text),
    }
  },
  title: ({ contact }) => `Contact opnemen met ${fullName(contact)}`,
  view: 'relations/contact-details',
  example: (story, role) => ({
    params: { id: role === ROLE.student ? story.contacts.student : story.contacts.anouk },
    foreign: { id: story.contacts.gerrit },
  }),
})
