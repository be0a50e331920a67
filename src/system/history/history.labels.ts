import type { HistoryLabels } from './points.ts'
import { ROLE_LABELS } from '../accounts/index.ts'

const WEEKDAYS = {
  1: 'maandag',
  2: 'dinsdag',
  3: 'woensdag',
  4: 'donderdag',
  5: 'vrijdag',
  6: 'zaterdag',
  7: 'zondag',
}

export const systemLabels: Record<string, HistoryLabels> = {
  user: {
    label: 'Gebruiker',
    fields: {
      name: 'Naam',
      email: 'E-mail',
      roles: { label: 'Rollen', values: ROLE_LABELS },
      contact_id: { label: 'Contact', record: 'contact' },
      active: 'Actief',
      blocked: 'Uitgeschakeld door een beheerder',
      active_reason: 'Reden',
      is_support: 'Helpdesk',
      is_developer: 'Ontwikkelaar',
      agreed_to: 'Akkoord met voorwaarden',
      key: 'Voorwaarden',
      agreed_at: 'Akkoord op',
      user_id: { label: 'Gebruiker', record: 'user' },
      format: 'Bestandsvorm',
      hour: 'In het uur vanaf',
      count: 'Aantal keren',
    },
  },
  note: {
    label: 'Notitie',
    fields: {
      body: 'Tekst',
      object_type: 'Bij soort',
      object_id: 'Bij nummer',
      created_by: { label: 'Geschreven door', record: 'user' },
    },
  },
  document: {
    label: 'Document',
    fields: {
      name: 'Naam',
      type_id: { label: 'Type', record: 'document-type' },
      external: 'Zichtbaar voor anderen',
      contact_id: { label: 'Contact', record: 'contact' },
      company_id: { label: 'Bedrijf', record: 'company' },
      appointment_id: { label: 'Planning', record: 'appointment' },
      document_id: { label: 'Document', record: 'document' },
      number: 'Versie',
      file_id: 'Bestandsnummer',
      created_by: { label: 'Toegevoegd door', record: 'user' },
    },
  },
  'document-type': { label: 'Documenttype', fields: { name: 'Naam', active: 'In gebruik' } },
  'default-message': {
    label: 'Standaardbericht',
    fields: { name: 'Naam', subject: 'Onderwerp', content: 'Tekst' },
  },
  'mail-account': {
    label: 'Postbus',
    fields: { address: 'Adres', provider: 'Aanbieder', error: 'Storing' },
  },
  setting: { label: 'Instelling', fields: { key: 'Instelling', value: 'Waarde' } },
  retention_term: {
    label: 'Bewaartermijn',
    fields: { kind: 'Soort gegevens', months: 'Maanden', enabled: 'Ingeschakeld', removed: 'Aantal opgeschoond' },
  },
  establishment: {
    label: 'Vestiging',
    fields: {
      establishment_id: { label: 'Vestiging', record: 'establishment' },
      weekday: { label: 'Weekdag', values: WEEKDAYS },
      opens: 'Open vanaf',
      closes: 'Open tot',
    },
  },
  establishment_day: {
    label: 'Afwijkende dag',
    fields: {
      establishment_id: { label: 'Vestiging', record: 'establishment' },
      day: 'Dag',
      description: 'Omschrijving',
      opens: 'Open vanaf',
      closes: 'Open tot',
    },
  },
  closing_day: {
    label: 'Sluitingsdag',
    fields: { description: 'Omschrijving', first_day: 'Eerste dag', last_day: 'Laatste dag' },
  },
  api_client: { label: 'API-client', fields: { name: 'Naam', client_id: 'Client-id', scopes: 'Rechten' } },
  room: { label: 'Lokaal', fields: {} },
}
