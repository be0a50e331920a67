import type { HistoryLabels } from '../system/history/points.ts'
import { addressLabels } from '../system/history/index.ts'
import { CONTACT_ROLES, GENDERS } from './contacts/index.ts'

/** What is kept of the record that was merged into another. */
const mergeLabels = { gone_id: 'Nummer van het samengevoegde', gone_name: 'Samengevoegd' }

/** How the history names the columns of companies and people. */
export const relationLabels: Record<string, HistoryLabels> = {
  company: {
    label: 'Bedrijf',
    fields: {
      name: 'Naam',
      client_id: 'Debiteurnummer',
      coc_no: 'KVK-nummer',
      parent_id: { label: 'Hoofdbedrijf', record: 'company' },
      contact_person_id: { label: 'Contactpersoon', record: 'contact' },
      email: 'E-mail',
      invoice_email: 'E-mail voor facturen',
      phone: 'Telefoon',
      website: 'Website',
      ...addressLabels,
      active: 'Actief',
      hidden_contact_fields: 'Verborgen contactvelden',
      note: 'Opmerking',
      style_css: 'Huisstijl',
      show_bing_image: 'Welkomstfoto tonen',
      company_id: { label: 'Bedrijf', record: 'company' },
      course_id: { label: 'Opleiding', record: 'course' },
      description: 'Omschrijving',
      price: 'Prijs',
      ...mergeLabels,
    },
  },
  contact: {
    label: 'Contact',
    fields: {
      first_name: 'Voornaam',
      initials: 'Voorletters',
      last_name_prefix: 'Tussenvoegsel',
      last_name: 'Achternaam',
      gender: { label: 'Geslacht', values: GENDERS },
      birth_date: 'Geboortedatum',
      email: 'E-mail',
      mobile_phone: 'Mobiel',
      phone: 'Telefoon',
      job_title: 'Functie',
      company_id: { label: 'Bedrijf', record: 'company' },
      client_id: 'Debiteurnummer',
      roles: { label: 'Rollen', values: CONTACT_ROLES },
      skill_id: { label: 'Vaardigheid', record: 'skill' },
      supervisor_for_all: 'Leidinggevende van iedereen in het bedrijf',
      supervisor_id: { label: 'Leidinggevende', record: 'contact' },
      contact_id: { label: 'Contact', record: 'contact' },
      gets_account: 'Krijgt een account',
      teacher_may_apply: 'Mag zich aanmelden voor planningen',
      hok_teacher_number: 'HOK-nummer',
      ...addressLabels,
      active: 'Actief',
      note: 'Opmerking',
      format: 'Bestandsvorm',
      ...mergeLabels,
    },
  },
  merge: {
    label: 'Samenvoeging',
    fields: {
      record_type: 'Soort',
      kept_id: 'Gebleven',
      gone_id: 'Samengevoegd',
      gone_name: 'Naam',
      moved_count: 'Verplaatst',
      merged_at: 'Op',
      merged_by: { label: 'Door', record: 'user' },
      undone_at: 'Teruggedraaid op',
    },
  },
  skill: { label: 'Vaardigheid', fields: { name: 'Naam' } },
}
