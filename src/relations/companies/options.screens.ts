import { popup } from '../../platform/screens/popup/popup.ts'
import { cityLine, streetLine } from '../../platform/fields/address.ts'
import { mapLink } from '../naming/index.ts'
import { companyFields } from './companies.fields.ts'
import { getCompanyFor } from './companies.queries.ts'
import { companiesArea } from './rights.ts'

const { email, invoice_email, website } = companyFields

/** All ways to reach a company: telephone, mail, website, the way there and the person to ask for. */
export const companyContactOptions = popup({
  area: companiesArea,
  record: 'company',
  right: 'view',
  path: '/company/getContactOptions/:id',
  home: '/companies',
  size: 'small',
  load: async ({ db, params, viewer, services }) => {
    const company = await getCompanyFor(services, db, viewer, params.id)
    const address = [streetLine(company), cityLine(company)].filter(Boolean).join(', ')
    return {
      company,
      ways: [
        { icon: 'phone', label: 'Bellen', text: company.phone, href: `tel:${company.phone}` },
        { icon: 'mail', label: email.label, text: company.email, href: `mailto:${company.email}` },
        {
          icon: 'file-invoice',
          label: invoice_email.label,
          text: company.invoice_email,
          href: `mailto:${company.invoice_email}`,
        },
        { icon: 'world', label: website.label, text: company.website, href: webAddress(company.website) },
        { icon: 'map-pin', label: 'Route', text: address || null, href: mapLink(address) },
      ].filter(({ text }) => text),
      personId: company.contact_person_id,
    }
  },
  title: ({ company }) => `Contact opnemen met ${company.name}`,
  view: 'relations/contact-details',
  example: (story) => ({
    params: { id: story.companies.deLinde },
    foreign: { id: story.companies.vanLoon },
  }),
})

const webAddress = (website: string | null): string =>
  website === null ? '' : /^https?:\/\//.test(website) ? website : `https://${website}`
