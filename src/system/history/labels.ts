import type { HistoryLabels } from './points.ts'

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
      contact_id: { label: 'Contact', record: 'contact' },
      blocked: 'Uitgeschakeld door een beheerder',
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
      object_type: 'Bij soort',
      object_id: 'Bij nummer',
      created_by: { label: 'Geschreven door', record: 'user' },
    },
  },
  document: {
    label: 'Document',
    of: 'documents',
    fields: {
      object_type: 'Bij soort',
      object_id: 'Bij nummer',
      document_id: { label: 'Document', record: 'document' },
      number: 'Versie',
      file_id: 'Bestandsnummer',
      created_by: { label: 'Toegevoegd door', record: 'user' },
    },
  },
  'document-type': { label: 'Documenttype', fields: {} },
  'message-moment': {
    label: 'Automatisch bericht',
    fields: {
      object_type: 'Soort record',
      active_since: 'Telt vanaf',
      moment_id: { label: 'Automatisch bericht', record: 'message-moment' },
      scope_id: 'Gestopt voor planning',
    },
  },
  'default-message': {
    label: 'Standaardbericht',
    fields: {
      default_message_id: { label: 'Standaardbericht', record: 'default-message' },
      file_id: 'Bestandsnummer',
    },
  },
  'mail-account': {
    label: 'Postbus',
    fields: { address: 'Adres', provider: 'Aanbieder', error: 'Storing' },
  },
  setting: { label: 'Instelling', many: 'instellingen', fields: { key: 'Instelling', value: 'Waarde' } },
  retention_term: {
    label: 'Bewaartermijn',
    many: 'bewaartermijnen',
    fields: { removed: 'Aantal opgeschoond' },
  },
  establishment: {
    label: 'Vestiging',
    fields: {
      establishment_id: { label: 'Vestiging', record: 'establishment' },
      weekday: { label: 'Weekdag', values: WEEKDAYS },
    },
  },
  establishment_day: {
    label: 'Afwijkende dag',
    fields: {
      establishment_id: { label: 'Vestiging', record: 'establishment' },
    },
  },
  closing_day: {
    label: 'Sluitingsdag',
    fields: {},
  },
  api_client: { label: 'API-client', many: 'API-clients', fields: {} },
  room: { label: 'Lokaal', fields: {} },
  room_closure: { label: 'Sluiting van een lokaal', fields: {} },
  material: { label: 'Middel', fields: {} },
  material_outage: { label: 'Middel buiten gebruik', fields: {} },
}
