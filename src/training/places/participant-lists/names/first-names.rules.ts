/**
 * Common first names in Dutch companies: evidence, never proof. They decide which of two unlabelled columns holds the
 * first names, and whether "Jan Willem Jansen" has two first names or two last names.
 */
const FIRST_NAMES = new Set(
  'aad adam ahmed aisha ali alice amber amina an andre angela anita anja anke anna anne anneke annemarie annie anouk ans anton arie arjan arno astrid ayse barbara bart bas ben bernard bert bianca bjorn bob bram brian carla carlijn carolien charlotte chloe chris christiaan cindy claudia coen cor corrie daan daniel danny david debbie dennis desiree diana dick diederik dirk edwin eline elise ellen elly els emma emre erik ernst esther eva evelien evert fatih fatima femke fenna ferdinand finn fleur floor frank fred frederik freek gerard gerda gerrit gert gijs guus guusje hanneke hans harm harrie hassan heleen henk herman hidde hugo ibrahim ilse ines inge ingrid irene iris isabel jaap jacob jacqueline jan janneke janny jasper jeanette jelle jeroen jesse jim jo joep johan johanna johannes john jolanda jonas joost joris jos jose joyce juan judith julia jurgen karel karen karin kees kevin khadija kim klaas koen kubra lars laura leo leon lianne lies linda lisa lotte louise luc lucas luuk maaike maarten manon marc marcel margriet maria marie marieke marijke marion marjan mark marleen martijn martin martine mathijs max mehmet melissa mia michael michel mieke mike miranda mo mohamed mohammed monique mustafa nadia natasja nel nick nico nicole niels nienke noor olaf omar oscar otto ozlem pascal patricia patrick paul paula peter petra piet pieter pim quinten rachid remco rene renee richard rick rik ria rob robert robin roel rogier rolf ron ronald roos ruben rudolf ruud saar sabine said sander sandra sanne sara sarah saskia sebastiaan sem simon sjaak sjoerd sofie sonja sophie stefan stephanie steven sukru susan sven sylvia tamara tess thea theo thijs thomas tim tineke tom ton usha valerie vera victor vincent wendy wessel wiebe willem willemijn willeke wilma wim wouter xander yara yasmin yvonne zoe'.split(
    ' ',
  ),
)

export function isCommonFirstName(word: string): boolean {
  const plain = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return FIRST_NAMES.has(plain) || (plain.includes('-') && plain.split('-').every((part) => FIRST_NAMES.has(part)))
}

/** Endings that mark a Dutch family name and no first name. */
export function looksLikeFamilyName(word: string): boolean {
  return /(?:sen|stra|sma|inga|ema|mans?|huis|berg|dijk|veld|hof|beek|hoven|meijer|mulder|kamp|aars|ink|bos|vos|smit|visser|bakker|dekker|brouwer|peters)$/i.test(
    word,
  )
}
