/** What who buys alone and at a distance is told before saying yes: the right of withdrawal (articles 6:230m and 6:230o BW). */
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import type { FirmDetails } from '../../catalogue/firm/index.ts'

/** A part of it: what it is about, and its text. */
export interface WithdrawalPart {
  title: string
  text: string
}

type Seller = Omit<FirmDetails, 'texts'>

const reachedAt = (seller: Seller, separator: string): string =>
  [seller.legal_name, streetLine(seller), cityLine(seller), seller.phone, seller.email].filter(Boolean).join(separator)

/** The model instructions and the model form of Directive 2011/83/EU (annex I), which the law takes as told well. */
export const withdrawalParts = (seller: Seller): WithdrawalPart[] => [
  {
    title: 'Herroepingsrecht',
    text: [
      'U hebt het recht om binnen een termijn van 14 dagen zonder opgave van redenen de overeenkomst te herroepen. De herroepingstermijn verstrijkt 14 dagen na de dag waarop de overeenkomst is gesloten, en voor goederen 14 dagen na de dag waarop u die hebt ontvangen.',
      `Om het herroepingsrecht uit te oefenen, moet u ons (${reachedAt(seller, ', ')}) via een ondubbelzinnige verklaring, bijvoorbeeld per post of e-mail, op de hoogte stellen van uw beslissing de overeenkomst te herroepen. U kunt hiervoor gebruikmaken van het modelformulier hieronder, maar bent hiertoe niet verplicht.`,
      'Om de herroepingstermijn na te leven volstaat het om uw mededeling over de uitoefening van het herroepingsrecht te verzenden voordat de herroepingstermijn is verstreken.',
    ].join('\n'),
  },
  {
    title: 'Gevolgen van de herroeping',
    text: [
      'Als u de overeenkomst herroept, ontvangt u alle betalingen die u tot op dat moment hebt gedaan, inclusief leveringskosten (met uitzondering van eventuele extra kosten door uw keuze voor een andere wijze van levering dan de door ons geboden goedkoopste standaardlevering), onverwijld en in ieder geval niet later dan 14 dagen nadat wij op de hoogte zijn gesteld van uw beslissing, van ons terug. Wij betalen u terug met hetzelfde betaalmiddel als waarmee u hebt betaald, tenzij u uitdrukkelijk met een ander middel hebt ingestemd; hiervoor brengen wij u geen kosten in rekening.',
      'Goederen zendt u binnen 14 dagen na uw herroeping aan ons terug. Wij mogen wachten met terugbetalen tot wij de goederen hebben ontvangen, of u hebt aangetoond dat u ze hebt teruggezonden. De kosten van het terugzenden zijn voor uw rekening.',
      'Als u hebt verzocht om de verrichting van diensten te laten beginnen tijdens de herroepingstermijn, betaalt u een bedrag dat evenredig is aan wat op het moment van uw herroeping al is geleverd, vergeleken met de volledige uitvoering van de overeenkomst.',
    ].join('\n'),
  },
  {
    title: 'Modelformulier voor herroeping',
    text: [
      '(dit formulier alleen invullen en terugzenden als u de overeenkomst wilt herroepen)',
      `Aan ${reachedAt(seller, ', ')}`,
      'Ik deel u hierbij mede dat ik onze overeenkomst over de levering van de volgende dienst of de verkoop van de volgende goederen herroep:',
      'Besteld op of ontvangen op:',
      'Naam:',
      'Adres:',
      'Handtekening (alleen als u dit formulier op papier indient):',
      'Datum:',
    ].join('\n'),
  },
]
