import type { HistoryLabels } from '../../platform/manifest.ts'
import { ROLE_LABELS } from '../accounts/index.ts'

/** The columns of an address, which many records have. */
export const addressLabels = {
  street: 'Straat',
  street_no: 'Huisnummer',
  street_no_adding: 'Toevoeging',
  postal_code: 'Postcode',
  city: 'Plaats',
  country_code: 'Land',
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
    },
  },
  setting: { label: 'Instelling', fields: { key: 'Instelling', value: 'Waarde' } },
  two_step_role: {
    label: 'Verplichte tweestapsverificatie',
    fields: { role_id: { label: 'Rol', values: ROLE_LABELS } },
  },
  retention_term: {
    label: 'Bewaartermijn',
    fields: { kind: 'Soort gegevens', months: 'Maanden', enabled: 'Ingeschakeld', removed: 'Aantal opgeschoond' },
  },
  establishment: { label: 'Vestiging', fields: { name: 'Naam', ...addressLabels, active: 'In gebruik' } },
  room: {
    label: 'Lokaal',
    fields: {
      name: 'Naam',
      establishment_id: { label: 'Vestiging', record: 'establishment' },
      capacity: 'Plaatsen',
      active: 'In gebruik',
    },
  },
}
