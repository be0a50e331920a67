/** Names in the history of what a letter, a block and a rate consist of. */
const WHOSE = {
  company_id: { label: 'Bedrijf', record: 'company' },
  contact_id: { label: 'Contact', record: 'contact' },
}

export const REMINDER_LABELS = {
  reminder: {
    fields: {
      ...WHOSE,
      step: {
        label: 'Brief',
        values: {
          reminder: 'Herinnering',
          notice: '14-dagenbrief',
          final: 'Aanmaning',
          collection: 'Incasso',
          statement: 'Rekeningoverzicht',
        },
      },
      written_on: 'Datum',
      principal: { label: 'Hoofdsom', money: true as const },
      interest: { label: 'Rente', money: true as const },
      costs: { label: 'Incassokosten', money: true as const },
      costs_vat: { label: 'Btw over de kosten', money: true as const },
      sent_at: 'Verzonden op',
      returned_at: 'Kwam terug op',
      reminder_id: { label: 'Brief', record: 'reminder' },
      invoice_id: { label: 'Factuur', record: 'invoice' },
      opening_item_id: { label: 'Factuur van het oude systeem', record: 'opening_item' },
      open: { label: 'Openstaand', money: true as const },
      counts: 'Telt mee',
    },
  },
  reminder_block: { label: 'Blokkade van brieven', fields: WHOSE },
}
