"""Postal addresses of many countries.

An address is found by an anchor that hardly stands anywhere else (a house number with a word for street, a place with
its postcode, a P.O. box, a comma list behind "office at") and then grown to both sides over the parts that belong to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from clausewright.privacy.lexicon import folded, is_place, is_word
from clausewright.privacy.marks import LOCATION, Mark

_U = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽ"
_CAP = rf"[{_U}](?:[^\W_]|['’.&-](?=[^\W_])){{0,30}}"
_COMMA = r"(?:[ \t\r\n]{0,40},[ \t\r\n]{0,40}|[ \t]{2,40}|[ \t]*\r?\n[ \t\r\n]{0,40}|[ \t]+[-|·/][ \t]+)"
_ANY = r"(?:[ \t\r\n]{0,40}[,;|][ \t\r\n]{0,40}|[ \t\r\n]{1,40}(?:[-|·][ \t]+)?)"

_STATES = (
    "AL|AK|AZ|AR|CA|CO|CT|DE|DC|D\\.C\\.|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|"
    "PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|VI|WA|WV|WI|WY|GU|N\\.Y\\.|N\\.J\\.|Calif\\.|Mass\\.|Conn\\.|Ill\\.|Pa\\.|Fla\\.|Tex\\."
)
_STATE_NAMES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida|Georgia|"
    "Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|"
    "Mississippi|Missouri|Montana|Nebraska|Nevada|New\\s+Hampshire|New\\s+Jersey|New\\s+Mexico|New\\s+York|"
    "North\\s+Carolina|North\\s+Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Puerto\\s+Rico|Rhode\\s+Island|"
    "South\\s+Carolina|South\\s+Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West\\s+Virginia|Wisconsin|Wyoming"
)
_PROVINCES = (
    "Ontario|Quebec|Québec|British\\s+Columbia|Alberta|Manitoba|Saskatchewan|Nova\\s+Scotia|New\\s+Brunswick|"
    "Newfoundland(?:\\s+and\\s+Labrador)?|Prince\\s+Edward\\s+Island|ON|QC|PQ|BC|B\\.C\\.|AB|MB|SK|NS|NB|NL|PE|"
    "NSW|VIC|QLD|WA|SA|TAS|ACT|NT|New\\s+South\\s+Wales|Victoria|Queensland|Tasmania"
)
_ANY_STATE = rf"(?:(?:{_STATES}|{_STATE_NAMES}|{_PROVINCES})(?![\w]|[ ](?:Island|Road|Street|Avenue|Station)\b))"
_COUNTRIES = (
    "U\\.?S\\.?A?\\.?|United\\s+States(?:\\s+of\\s+America)?|U\\.?K\\.?|United\\s+Kingdom|England(?:\\s+and\\s+Wales)?|"
    "Scotland|Wales|(?:Northern\\s+)?Ireland|(?:the\\s+)?Republic\\s+of\\s+\\w+|Canada|Australia|New\\s+Zealand|Germany|"
    "Deutschland|France|(?:The\\s+|the\\s+)?Netherlands|Holland|Belgium|Luxembourg|Switzerland|Austria|Italy|Italia|Spain|"
    "España|Portugal|Sweden|Norway|Denmark|Finland|Iceland|Poland|Polska|Czech(?:\\s+Republic|ia)|Slovakia|Slovenia|Hungary|"
    "Romania|Bulgaria|Greece|Turkey|Türkiye|Cyprus|Malta|Estonia|Latvia|Lithuania|Ukraine|Russia(?:n\\s+Federation)?|Israel|"
    "Egypt|South\\s+Africa|Nigeria|Kenya|Ghana|Botswana|Morocco|Tunisia|UAE|U\\.A\\.E\\.|United\\s+Arab\\s+Emirates|Qatar|"
    "Saudi\\s+Arabia|Kuwait|Bahrain|Oman|Jordan|Lebanon|India|Pakistan|Bangladesh|Sri\\s+Lanka|Nepal|(?:P\\.?R\\.?\\s*)China|"
    "(?:People's\\s+Republic\\s+of\\s+)?China|PRC|P\\.R\\.C\\.|Hong\\s+Kong(?:\\s+SAR)?|Macau|Taiwan(?:,\\s*R\\.?O\\.?C\\.?)?|"
    "Japan|(?:South\\s+)?Korea|Singapore|Malaysia|Indonesia|Thailand|Vietnam|Philippines|Mexico|México|Brazil|Brasil|"
    "Argentina|Chile|Colombia|Peru|Uruguay|Paraguay|Ecuador|Venezuela|Costa\\s+Rica|Panama|Bermuda|Cayman\\s+Islands|"
    "British\\s+Virgin\\s+Islands|B\\.?V\\.?I\\.?|Bahamas|Barbados|Jersey|Guernsey|Isle\\s+of\\s+Man|Gibraltar|Liechtenstein|"
    "Monaco|Serbia|Croatia|Bosnia(?:\\s+and\\s+Herzegovina)?|Montenegro|Georgia|Armenia|Kazakhstan|Mauritius|Seychelles|Marshall\\s+Islands"
)
_COUNTRY = rf"(?:{_COUNTRIES})(?![\w])"

_ZIP = r"\d{5}(?:[ ]?-[ ]?\d{4})?(?![\w-]|[.,]\d)"
_UK_POST = r"[A-Z1]{1,2}\d[A-Z\d]?[ ]{1,3}\d[A-Z]{2}(?![\w])"
_CANADA_POST = r"[A-Z]\d[A-Z][ -]{0,3}\d[A-Z]\d?[\dlI]?(?![\w])"
_DATE = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\.?|Feb\.?|Mar\.?|Apr\.?|"
    r"Jun\.?|Jul\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?)[ \t]{1,4}\d{1,4}"
)
_STOP = re.compile(
    rf"(?:{_DATE}|Attention|Attn|Tel(?!\s+Aviv)|Telephone|Phone|Fax|Facsimile|Email|E-mail|Mobile|Copy|With|The|This|By|And|Name|Title|Re|c/o|"
    r"Telecopy|Telecopier|Telex|Contact|Date|Dated|If|For|To|And|or|hereinafter|Hereinafter|Section|Article|Exhibit|Schedule|Clause|"
    r"Agreement|Website|URL|Web|Inc|LLC|Ltd|Corp|Corporation|Company|Signature|Account|Registration|Registered|Company|Reference|SWIFT|Source|Voice|CO|Exhibit|Website|Hz|KHz|MHz|GHz|KB|MB|GB|TB|KW|MW)\b",
)
_POST_CITY = (
    rf"(?:[A-Z]{{1,3}}[- ])?(?:\d{{4,5}}(?:[ ]?[A-Z]{{2}}(?![\w]))?|\d{{3}}[ ]\d{{2}}|\d{{2}}-\d{{3}}|\d{{4}}-\d{{3}}|\d{{5}}-\d{{3}}|(?-i:[A-Z]\d{{4}}[A-Z]{{3}}))"
    rf"[ ]{{1,3}}(?!{_STOP.pattern}){_CAP}(?:[ ](?:(?!{_STOP.pattern}){_CAP}|am|an|der|den|de|la|le|les|sur|del|di|\d{{1,2}}(?!\w))){{0,3}}(?:[ ]\([A-Z]{{2}}\))?"
)
_ASIA_POST = r"(?:〒[ ]?)?\d{3}-\d{4}(?!\w)|\d{3}[ ]\d{3}(?!\w|[ ]\d)|\d{6}(?!\w)|\d{5}(?:-\d{3})?(?!\w|-)"
_POSTCODE = rf"(?:{_ZIP}|{_UK_POST}|{_CANADA_POST}|CEP[ ]?\d{{5}}-\d{{3}}|{_ASIA_POST}|[A-Z]{{1,2}}-\d{{4,6}}|(?!19\d\d|20[0-4][1-9])\d{{4}}(?![\w%/-]|[.,]\d))"

_STREET_STRONG = (
    "Street|Str\\.|St\\.?|Avenues?|Ave\\.?|Av\\.|Road|Rd\\.?|Boulevard|Blvd\\.?|Drive|Dr\\.?|Lane|Ln\\.?|Highway|Hwy\\.?|Parkway|"
    "Pkwy\\.?|Pky\\.?|Expressway|Expwy\\.?|Turnpike|Tpke\\.?|Terrace|Crescent|Close|Mews|Alley|Loop|Causeway|Esplanade|Quay|"
    "Embankment|Broadway|Freeway|Frwy\\.?|Fwy\\.?|Trail|Pike|Circle|Cir\\.?|Cres\\.?|Wharf|Parade|Promenade|Bypass|Marg|Nagar|Chowk|"
    "Queensway|Strand|Speedway|STREET|AVENUE|ROAD|BOULEVARD|DRIVE|LANE|HIGHWAY|PARKWAY|AVE\\.?|BLVD\\.?|RD\\.?|ST\\.|DR\\.|"
    "EXPRESSWAY|TERRACE|CIRCLE"
)
_STREET_WEAK = (
    "Place|Pl\\.?|Court|Ct\\.?|Center|Centre|Ctr\\.?|Park|Way|Square|Sq\\.?|Plaza|Green|View|Rise|Gate|Yard|Hills?|Heights|Gardens?|"
    "Grove|Row|Walk|Path|Route|Rte\\.?|Run|Ridge|Point|Pointe|Landing|Bend|Crossing|Mall|Tower|Towers|Building|House|Island|"
    "Hollow|Common|Fields?|Bay|Vista|PLACE|COURT|CENTER|PARK|WAY|SQUARE|PLAZA|ROUTE|Buildings|Campus"
)
_DIRECTION = r"(?:[NSEW]{1,2}\.?|North|South|East|West|Northeast|Northwest|Southeast|Southwest|N\.?E\.?|N\.?W\.?|S\.?E\.?|S\.?W\.?)"
_NUMBER = (
    r"(?:(?:No|Nos|Number)\.?[ ]?)?(?:\d{1,6}(?:[ ]?[A-Z](?![\w.])|[A-Z]\b)?(?:[ ]?[-–/&][ ]?\d{1,5}[A-Z]?)?(?:[ ]?1/2)?|"
    r"(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Eleven|Twelve|Fifteen|Twenty|Fifty|ONE|TWO|THREE)(?=[ ]))"
)
_STREET_NAME = rf"(?:{_DIRECTION}|{_CAP}\.?|\d{{1,3}}(?:st|nd|rd|th|t[ ]h|ST|ND|RD|TH)|of|the|de|la|du|del|von|and)"
_STREET = re.compile(
    rf"(?<![\w.,$€£%/-])(?P<number>{_NUMBER})(?:,?[ \t\r\n]{{1,3}}|(?=[NSEW]\.))"
    rf"(?:(?:{_STREET_NAME})[ \t\r\n]{{1,3}}){{1,6}}?(?:(?P<strong>{_STREET_STRONG})|(?P<weak>{_STREET_WEAK}))(?![\w'])"
    rf"(?P<more>(?:[ ](?:{_STREET_STRONG}))?(?:,?[ ]{_DIRECTION}(?![\w]))?(?:[ ]of[ ]the[ ]{_CAP}|[ ]Cent(?:ral|er)(?!\w))?)"
)
_AVENUE_OF = re.compile(
    rf"(?<![\w.,$€£%/-])\d{{1,5}}[ \t\r\n]{{1,3}}(?:Avenue|Avenida|Rue|Route|Highway|Interstate|Calle|Broadway|Queensway|Strand|Piccadilly|Cheapside|Pall[ ]Mall|Whitehall|Holborn|Minories|US[ ]Highway|State[ ](?:Road|Route|Highway))(?![\w])"
    rf"(?:[ ](?:of[ ]the[ ]|de[ ]la[ ]|de[ ]|du[ ]|des[ ])?(?:{_CAP}|\d{{1,4}}))?",
)
_COMPOUND = re.compile(
    rf"(?<!\w)(?:(?:(?:{_CAP})[ -]){{1,3}}\w[\w.-]{{0,40}}?|[{_U}][\w.-]{{0,40}}?)(?i:strasse|straße|str\.|gasse|weg|platz|allee|ring|damm|ufer|chaussee|"
    r"markt|steig|hof|berg|straat|laan|plein|gracht|kade|dijk|singel|weg|gatan|vägen|väg|gata|veien|vegen|gade|vej|allé|"
    r"stræde|katu|tie|polku|utca|körút|tér|stien|torget|plads)"
    r"[ ,]{1,2}\d{1,4}(?:[ ]?[a-zA-Z](?![\w]))?(?:[ ]?[-/+][ ]?\d{1,4}[a-zA-Z]?)?(?![\w]|[.,]\d)"
)
_COMPOUND_GATE = re.compile(
    r"(?:strasse|straße|str\.|gasse|weg|platz|allee|ring|damm|ufer|chaussee|markt|steig|hof|berg|straat|laan|plein|gracht|"
    r"kade|dijk|singel|gatan|vägen|väg|gata|veien|vegen|gade|vej|allé|stræde|katu|tie|polku|utca|körút|tér|stien|torget|plads)[ ,]{1,2}\d",
    re.IGNORECASE,
)
_PREFIX_WORDS = (
    "rue|p[º°]\\.?|bd\\.?|boul\\.?|boulevard|all[ée]e|chemin|impasse|quai|cours|passage|square|place|avenue|av\\.|route|faubourg|via|viale|piazza|piazzale|corso|largo|"
    "vicolo|strada|calle|c/|avenida|avda\\.?|paseo|plaza|carrera|carretera|camino|ronda|gran\\s+v[íi]a|rua|travessa|alameda|"
    "praça|praca|estrada|rodovia|ul\\.|ulica|aleja|aleje|al\\.|pl\\.|os\\.|plac|osiedle|strada|str\\.|bulevardul|bd-ul|ulitsa|nám\\.|náměstí|námestie|trg|"
    "jalan|jln\\.?|jl\\.|lorong|lebuh|persiaran|urb\\.|colonia|col\\.|z\\.a\\.|z\\.i\\.|zone\\s+industrielle|lieu-dit|am|an\\s+der|auf\\s+der|im|zum|zur|unter\\s+den|passeig|carrer|odos|leoforos"
)
_SURE_PREFIX = (
    "rue|bd|boul|boulevard|allée|allee|chemin|impasse|quai|viale|piazza|piazzale|corso|vicolo|calle|c/|avenida|avda|paseo|"
    "carrera|rua|travessa|alameda|praça|praca|estrada|rodovia|ul.|ulica|aleja|aleje|al.|bulevardul|jalan|jl.|jln|lorong|"
    "lebuh|persiaran|z.a.|z.i.|carrer|passeig|carretera|náměstí|námestie|osiedle"
)
_FOREIGN_NAME = rf"(?:(?:d[eu]|des|della|dei|del|di|da|das|do|dos|d'|l'|la|las|los|le|les|el|y|et|e|i|of|the|van|von|st\.?|ste\.?|san|santa|são)[ ']{{0,2}}){{0,2}}(?:{_CAP}\.?|\d{{1,2}}(?=[ ]{_CAP}))"
_PREFIXED = re.compile(
    rf"(?<![\w])(?:(?P<before>\d{{1,4}}(?:[ ]?(?:bis|ter|[A-Z]\b))?),?[ ])?(?P<word>(?i:{_PREFIX_WORDS}))[ ]"
    rf"{_FOREIGN_NAME}(?:[ -]{_FOREIGN_NAME}){{0,6}}"
    rf"(?P<after>,?[ ](?:n[º°o]\.?[ ]?|No\.?[ ]?|nr\.?[ ]?|č\.?[ ]?|\#)?\d{{1,5}}(?:[ ]?[-/][ ]?\d{{1,4}})?(?:[ ]?[a-zA-Z](?![\w]))?(?![\w]|[.,]\d))?"
)
_PREFIX_GATE = re.compile(rf"(?<!\w)(?:{_PREFIX_WORDS})[ ](?=[\w'])", re.IGNORECASE)

_NUMBER_LAST = re.compile(
    rf"(?<!\w){_CAP}(?:[ ]{_CAP}){{0,3}}[ ](?:Street|St\.|Road|Rd\.|Boulevard|Blvd\.?|Avenue|Ave\.|Lane|Square|Quay|ul\.|str\.|pr\.|prosp\.|bul\.|per\.|út|útja|utca|gate|gt\.|náměstí|námestie|třída|ulica|"
    r"Caddesi|Cad\.|Bulvarı|Sokak|Sok\.|prospekt|Prospekt|ulitsa|cesta|väg|trg|köz|tér)[ ](?:No\.?:?[ ]?)?\d{1,4}(?:[ ]?[a-zA-Z](?!\w))?(?![\w]|[.,]\d)"
)
_BOX = re.compile(
    r"\b(?:Rural[ ]Route|R\.?R\.?|Star[ ]Route|HC)[ ]#?\d{1,4},?[ ]Box[ ]\d{1,6}[A-Z]?"
    r"|\b(?:G?P\.?[ ]?[O0]\.?|Post(?:al)?(?:[ ]Office)?|Private|Locked|Casilla|Apartado(?:[ ]Postal)?|Caixa[ ]Postal)[ ]?(?:Box|Bag|BOX|B\.)[ ](?:No\.?[ ]?)?[A-Z]{0,2}[ -]?\d{1,7}"
    r"|\b(?:Postfach|Boîte[ ]postale|Postbus|Apartado|Casilla|B\.P\.|BP|Skrytka[ ]pocztowa)[ ]\d{1,7}(?:[ ]\d{2})?",
    re.IGNORECASE,
)
_CITY_STATE_ZIP = re.compile(
    rf"(?<![\w-])(?:(?:St|Ft|Mt|Pt)\.[ ])?{_CAP}\.?(?:[ ]{_CAP}){{0,3}}(?:[ ]?,[ \t\r\n]{{0,30}}|[ \t\r\n]{{1,30}})(?:{_ANY_STATE})\.?(?:,)?[ \t\r\n]{{1,30}}(?:{_ZIP}|{_CANADA_POST})"
)
_UK_ANCHOR = re.compile(rf"(?<![\w-])(?:{_UK_POST})")
_POST_ANCHOR = re.compile(
    rf"(?<![\w.,$€£%/-])(?:(?:{_CAP}|de|la|di|der|den|van|du|des|del|\.)[ ]){{1,5}}\d{{1,4}}[ ]?[a-zA-Z]?(?:/\d{{1,4}})?{_COMMA}{_POST_CITY}"
    rf"|(?<![\w.,$€£%/-])\d{{1,4}}[a-zA-Z]?,?[ ](?:(?:{_CAP}|(?i:{_PREFIX_WORDS}|bis|ter)|[a-z]{{1,3}}|d[eo]s|della|l'|d')[ ]){{0,4}}{_CAP}{_COMMA}{_POST_CITY}"
)
_JAPAN = re.compile(
    rf"(?<![\w.,$€£%/-])(?:\d{{1,3}}(?:-\d{{1,3}}){{1,3}}(?:,|[ ])[ ]?)(?:{_CAP})(?:[ ]{_CAP})?(?:,[ ]?{_CAP}(?:[ ]{_CAP})?){{1,4}}(?:[ ,]{{1,2}}\d{{3}}-\d{{4}})?"
)
_KOREA = re.compile(
    rf"(?<![\w.,$€£%/-])\d{{1,4}}(?:-\d{{1,3}})?,?[ ][{_U}][\w-]{{1,30}}-(?:ro|gil|daero|dong)(?:[ ]\d{{1,3}}(?:-gil|beon-gil))?,[ ]{_CAP}(?:,[ ]?{_CAP}){{0,3}}(?:[ ,]{{1,2}}\d{{3}}(?:-\d{{3}}|\d\d)(?!\w))?"
)
_JAPAN_SIGNS = re.compile(
    r"-(?:ku|shi|cho|machi|ken|gun|dori|chome|gu|dong|ro|gil|si|do)\b|\b(?:Tokyo|Osaka|Kyoto|Nagoya|Yokohama|Kobe|Fukuoka|Sapporo|Japan|Seoul|Korea|Busan|Taipei)\b"
)
_UNIT_WORD = (
    "Suite|Ste\\.?|Unit|Floor|Flat|Apt\\.?|Apartment|Room|Rm\\.?|Level|Office|Block|Bldg\\.?|Building|Plot|Lot|Shop|House|Door|"
    "Survey|Sector|Penthouse|Villa|Studio|Mail\\s?Stop|Mailstop|M/S|Wing|Phase|Khasra|SUITE|UNIT|FLOOR|ROOM|Batiment|Bâtiment|Bât\\.|Étage|Piso|Edif\\.?|Edifício|Edificio|Torre"
)
_UNIT = (
    rf"(?:(?:{_UNIT_WORD})(?:[ ]?(?:No|Nos|Number|Nr)\.?)?[ ]{{0,2}}[#]?[ ]?(?:[A-Z]{{0,2}}[ -]?\d{{1,5}}[A-Z]?(?:[-/&][A-Z]?\d{{1,5}}[A-Z]?)?|[A-Z]{{1,2}}(?![\w])|{_CAP}(?:[ ]{_CAP}){{0,3}})"
    rf"|\d{{1,3}}(?:st|nd|rd|th|t[ ]h|ST|ND|RD|TH|[ ])[ ](?:Floor|Fl\.?|FLOOR|floor)(?!\w)|(?:Ground|First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Top)[ ](?:Floor|floor)|\d{{1,3}}/F(?:loor)?\.?|[#]\s?\d{{1,5}}[A-Z]?(?:-\d{{1,4}})?|\d{{1,2}}[º°ª]\s?(?:(?:[A-Z]|andar|piso|esq|dto|izq|izda|dcha|der|centro)\b\.?)?"
    rf"|\d{{1,2}}(?:er|e|ème|eme)[ ][ée]tage|(?:Col|Urb|Fracc|Int|Dpto|Depto|Of|Local|Kav|Blok|Sec|Sect|Ap|Et)\.?[ ](?:\d{{1,4}}(?:-\d{{1,4}})?[A-Z]?|{_CAP}(?:[ ]{_CAP}){{0,2}})(?=[,. ]))"
)
_UNIT_ANCHOR = re.compile(
    rf"(?<![\w])(?:{_UNIT_WORD})(?:[ ]?(?:No|Number|Nr)\.?)?[ ]{{1,2}}[#]?[A-Z]{{0,2}}-?\d{{1,5}}[A-Z]?(?:[-/]\d{{1,5}}[A-Z]?)?(?=[ ]{{0,2}},|[ ]-[ ])"
    r"|(?<!\w)\d{1,2}(?:st|nd|rd|th)[ ][Ff]loor(?=,)"
)
_INDIAN_NUMBER = re.compile(rf"(?<![\w.,$-])[A-Z]-?\d{{1,4}},[ ](?:{_CAP}[ ]?){{1,4}}\d{{0,3}},")
_NAMED_HOUSE = re.compile(
    rf"(?<![\w-])(?:The[ ])?(?:{_CAP}[ ]){{1,3}}(?:House|Lodge|Cottage|Hall|Mill|Rectory|Vicarage|Farm|Farmhouse|Barn|Manor|Grange|Chambers),[ ]"
    rf"(?:{_CAP}[ ]){{1,3}}(?:Street|Road|Lane|Avenue|Drive|Close|Green|Hill|Way|Place|Terrace|Row|Square)(?![\w'])"
)
_OFFICE_AT = re.compile(
    r"\b(?:address(?:es)?|offices?|located|situated?|residing|resident|resides?|domiciled|domicile|living|lives|place\s+of\s+business|"
    r"seat|premises|home|house|residence|delivered|sent)\b[^.;:\d\n]{0,40}?\b(?:at|in|of|is|to)[ \t\r\n:]{1,20}(?=[\dA-ZÀ-Ž])"
)
_COMPANY_FIRST = re.compile(
    r"[^\d]{1,60}?(?:Inc|Incorporated|LLC|L\.L\.C|LLP|L\.P|Ltd|Limited|Corp|Corporation|Company|GmbH|S\.A|B\.V|N\.V|plc|PLC)\.?,[ \t\r\n]{0,20}(?=[\dA-Z])"
)
_LIST_PART = r"(?:[#\w.°º/&'-]+[ ]){0,6}[#\w.°º/&'-]*[\w.°º]"
_COMMA_LIST = re.compile(rf"(?=[\d{_U}]){_LIST_PART}(?:,[ \t\r\n]{{0,20}}(?=[\d{_U}]){_LIST_PART}){{1,7}}")

_UNIT_LIST = re.compile(rf"(?:{_UNIT})(?:,[ ]?(?:{_UNIT}|{_CAP}|[ ])+){{1,3}}(?!\w)")

_HOUSE = re.compile(
    rf"(?:(?:{_CAP})[ ]){{0,4}}(?:House|Tower|Towers|Building|Centre|Center|Plaza|Park|Court|Stores|Hall|Lodge|Chambers|Mill|Mansions?|Estate|Works|Buildings|Residence|Complex|Campus|Mall|Cottage|Farm|Place|Square|Villas?|Arcade|Exchange|Terminal|Airport|Hospital|University|Institute|Terrace|Street|Road|Lane|Lord[ ]Street|Square|Wharf)(?:[ ](?:{_UNIT}))?,?[ \t\r\n]{{0,30}}\Z"
)
_UNIT_BEFORE = re.compile(rf"(?:{_UNIT})[ \t]{{0,4}}(?:[,;-]|[ ]{{1,4}}|[ \t]*\r?\n)[ \t\r\n]{{0,30}}\Z")
_NAMED_UNIT_BEFORE = re.compile(rf"(?:{_UNIT}|(?<!\w)[A-Z]-?\d{{1,4}}),[ ](?:{_CAP}[ ]?){{1,4}},[ \t\r\n]{{1,4}}\Z")
_LETTERED_BEFORE = re.compile(
    r"(?:(?<![\w.,$-])[A-Z]-?\d{1,4},|\b(?:Plot|Block|House|Door|Unit|Lot)(?:[ ]No\.?)?)[ ]\Z"
)
_BOX_BEFORE = re.compile(r"(?:P\.?[ ]?[O0]\.?[ ]Box[ ]\d{1,7})[ \t\r\n,;]{1,40}\Z", re.IGNORECASE)
_CAPS_BEFORE = re.compile(
    rf"(?P<part>{_CAP}(?:[ ]{_CAP}){{0,3}})(?:,[ \t\r\n]{{0,30}}|[ \t]{{0,2}}\r?\n[ \t]{{0,30}})\Z"
)
_NAMED_BEFORE = re.compile(rf"\b(?:of|at)[ \t\r\n]{{1,4}}(?P<part>{_CAP}(?:[ ]{_CAP})?),[ \t\r\n]{{1,8}}\Z")
_EXTENSIONS = [
    re.compile(rf"{_ANY}(?:{_UNIT})(?!\w)"),
    re.compile(rf"{_ANY}(?:P\.?[ ]?[O0]\.?[ ]Box[ ]\d{{1,7}})", re.IGNORECASE),
    re.compile(
        rf"{_ANY}(?!(?:{_STOP.pattern}))(?:(?:St|Ft|Mt)\.[ ])?{_CAP}\.?(?:[ ]{_CAP}){{0,3}}(?:[ ]?,[ \t\r\n]{{0,30}}|[ \t\r\n]{{1,30}}){_ANY_STATE}\.?(?:,?[ \t\r\n]{{1,30}}(?:{_POSTCODE}))?"
    ),
    re.compile(rf"{_ANY}{_ANY_STATE}\.?(?:,?[ \t\r\n]{{1,30}}(?:{_POSTCODE}))?"),
    re.compile(rf"{_ANY}{_COUNTRY}"),
    re.compile(rf"{_ANY}{_POST_CITY}"),
    re.compile(
        rf"{_ANY}(?!(?:{_STOP.pattern}))(?:{_CAP})(?:[ ]{_CAP}){{0,3}}(?:[ ]\((?:{_ANY_STATE})\))?[ ]?[-,]?[ \t\r\n]{{1,20}}"
        rf"(?:{_POSTCODE}|\d{{7}}(?![\w-]|[.,]\d))"
    ),
    re.compile(rf"{_ANY}(?:{_POSTCODE})"),
    re.compile(
        rf"{_COMMA}(?!(?:{_STOP.pattern}))(?:{_CAP}[ ]){{1,5}}"
        rf"(?:{_STREET_STRONG}|House|Haus|Towers?|Building|Cent(?:er|re)|Plaza|Court|Chambers|Park)(?![\w'])"
    ),
]
_CITY_PART = re.compile(
    rf"{_COMMA}(?P<part>(?!(?:{_STOP.pattern}))(?:(?:St|Ft|Mt)\.[ ])?{_CAP}(?:[ ](?:(?!{_STOP.pattern}){_CAP}|de|la|of|le|am|do|da|der|upon|on|\d{{1,2}}(?!\w))){{0,4}})(?![\w'’-]|[ \t]*:)"
)
_AFTER_CITY = re.compile(
    rf"{_ANY}(?:{_ANY_STATE}|{_COUNTRY}|{_POSTCODE}|{_POST_CITY}|(?:{_CAP}(?:[ ]{_CAP}){{0,3}}{_ANY}){{1,3}}(?:{_ANY_STATE}|{_COUNTRY}|{_POSTCODE}))"
)
_HAS_ADDRESS_DIGIT = re.compile(r"\d")
_EMPTY_LINE = re.compile(r"[ \t]{0,40}\r?\n[ \t]{0,40}\r?\n")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_CITING = re.compile(
    r"(?:Section|Sections|Article|Clause|Exhibit|Schedule|Rule|Regulation|Title|Chapter|Note|Page|Form|Item|No\.|Volume|Vol\.|Act|"
    r"January|February|March|April|May|June|July|August|September|October|November|December|Jan\.?|Feb\.?|Mar\.?|Apr\.?|"
    r"Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?|Version|Release|Phase|Class|Series|Part|Paragraph|Annex|Appendix|Form)\s*\Z"
)


def postal_addresses(text: str) -> Iterator[Mark]:
    """Postal addresses, each from its first part to its last."""
    if not _HAS_ADDRESS_DIGIT.search(text) and not _NAMED_HOUSE.search(text):
        return
    found: list[list[int]] = []
    for start, end, score in _anchors(text):
        if any(s <= start and end <= e for s, e, _ in found):
            continue
        start, end = _grown_left(text, start), _grown_right(text, end)
        found.append([start, end, score])
    found.sort()
    merged: list[list[int]] = []
    for start, end, score in found:
        if merged and (
            start <= merged[-1][1] or (start - merged[-1][1] <= 3 and not text[merged[-1][1] : start].strip(" ,"))
        ):
            merged[-1][1] = max(end, merged[-1][1])
            merged[-1][2] = max(score, merged[-1][2])
        else:
            merged.append([start, end, score])
    for start, end, score in merged:
        while end > start and text[end - 1] in " \t\r\n,;":
            end -= 1
        yield Mark(start, end, LOCATION, score / 100, "the form of a postal address")


def _anchors(text: str) -> Iterator[tuple[int, int, int]]:
    for match in _STREET.finditer(text):
        number = match["number"]
        if _CITING.search(text, max(0, match.start() - 14), match.start()):
            continue
        if match["strong"] and not (_YEAR.match(number) and match["strong"] in ("Close", "Drive", "Trail", "Loop")):
            yield match.start(), match.end(), 85
        elif match["weak"] and _is_addressed(text, match.end()):
            yield match.start(), match.end(), 80
    for match in _AVENUE_OF.finditer(text):
        yield match.start(), match.end(), 85
    for match in _CITY_STATE_ZIP.finditer(text):
        start = match.start()
        while (word := re.match(rf"({_CAP})[ ]", text[start : match.end()])) and _starts_otherwise(word[1]):
            start += word.end()
        yield start, match.end(), 90
    for match in _BOX.finditer(text):
        yield match.start(), match.end(), 90
    for match in _UK_ANCHOR.finditer(text):
        start = _list_before(text, match.start())
        if start < match.start():
            yield start, match.end(), 85
    if _COMPOUND_GATE.search(text):
        for match in _COMPOUND.finditer(text):
            if match[0][0].isupper() and (_is_addressed(text, match.end()) or not _is_english(match[0])):
                yield match.start(), match.end(), 80
    if _PREFIX_GATE.search(text):
        for match in _PREFIXED.finditer(text):
            kind = match["word"].lower()
            sure = kind.rstrip(".") in _SURE_WORDS or kind in _SURE_WORDS
            if (match["before"] or match["after"]) and (sure or _is_addressed(text, match.end())):
                if match["word"][0].islower() and kind in ("am", "an der", "im", "via") and not match["before"]:
                    continue
                yield match.start(), match.end(), 80
    for match in _NUMBER_LAST.finditer(text):
        if _is_addressed(text, match.end()):
            yield match.start(), match.end(), 80
    for match in _POST_ANCHOR.finditer(text):
        street = re.split(_COMMA, match[0])[0]
        post = re.search(r"(?<!\d)\d{4}(?![\d-])", match[0][len(street) :])
        if not _CITING.search(street.rstrip(" 0123456789")) and not (
            post
            and _YEAR.match(post[0])
            and not re.search(r"[A-Z]{1,2}-\d{4}|\d{4}[ ]?[A-Z]{2}\b", match[0])
            and not is_place(folded(match[0][len(street) + post.end() :].strip(" ,")))
        ):
            start = match.start()
            while (word := re.match(rf"({_CAP})[ ]", text[start : match.end()])) and _starts_otherwise(word[1]):
                start += word.end()
            yield start, match.end(), 75
    for match in _JAPAN.finditer(text):
        if _JAPAN_SIGNS.search(match[0]):
            yield match.start(), match.end(), 80
    for match in _KOREA.finditer(text):
        yield match.start(), match.end(), 80
    for match in _NAMED_HOUSE.finditer(text):
        if _is_addressed(text, match.end()):
            yield match.start(), match.end(), 75
    for pattern in (_UNIT_ANCHOR, _INDIAN_NUMBER):
        for match in pattern.finditer(text):
            end = _grown_right(text, match.end())
            grown = text[match.end() : end]
            if _ENDS_ADDRESSED.search(grown) or is_place(folded(grown.rpartition(",")[2].strip())):
                yield match.start(), end, 80
    for match in _OFFICE_AT.finditer(text):
        listed = _COMMA_LIST.match(text, match.end())
        if listed is not None:
            company = _COMPANY_FIRST.match(listed[0])
            begin = match.end() + (company.end() if company else 0)
            end = _address_in(text[begin : listed.end()])
            if end:
                yield begin, begin + end, 75


_ENDS_ADDRESSED = re.compile(rf"(?:{_COUNTRY}|{_ANY_STATE}|{_UK_POST}|\d{{3}}[ ]?\d{{3}}|\d{{5}})\W*\Z")
_SURE_WORDS = frozenset(_SURE_PREFIX.split("|"))


def _is_english(street: str) -> bool:
    """Whether the word with the street's ending is an English one ("tie 5", "berg 7")."""
    name = re.sub(r"[ ,]+\d.*", "", street).split()[-1]
    return is_word(folded(name.rstrip("."))) or len(name) < 6


def _is_addressed(text: str, end: int) -> bool:
    """Whether what follows a weak street is a unit, a place with state or country, or a postcode."""
    return any(pattern.match(text, end) for pattern in (_EXTENSIONS[0], *_EXTENSIONS[2:])) or bool(
        (city := _CITY_PART.match(text, end))
        and (
            _AFTER_CITY.match(text, city.end())
            or is_place(re.sub(r" \d+\Z", "", folded(city["part"])))
            or _is_place_next(text, city.end())
        )
    )


def _is_place_next(text: str, end: int) -> bool:
    """Whether the next part of a comma list is a known place."""
    part = _CITY_PART.match(text, end)
    return part is not None and is_place(folded(part["part"]))


def _starts_otherwise(word: str) -> bool:
    return bool(_STOP.match(word)) or word in (
        "At",
        "In",
        "Of",
        "On",
        "Its",
        "Address",
        "Notices",
        "Avenue",
        "Floor",
        "LP",
        "LLP",
    )


def _grown_right(text: str, end: int) -> int:
    for _ in range(9):
        best = end
        if _EMPTY_LINE.match(text, end):
            return end
        for pattern in _EXTENSIONS:
            match = pattern.match(text, end)
            if match is not None and match.end() > best:
                best = match.end()
        city = _CITY_PART.match(text, end)
        if city is not None and (
            _names_place(city["part"]) or _AFTER_CITY.match(text, city.end()) or _is_place_next(text, city.end())
        ):
            best = max(best, city.end())
        if best == end:
            return end
        end = best
    return end


_PLACE_ENDINGS = frozenset(
    "island city heights beach bay hills district area harbour harbor province village town".split()
)


def _names_place(part: str) -> bool:
    """Whether a part of a comma list is the name of a place rather than a word of the contract."""
    whole = folded(part)
    if is_place(whole):
        return True
    words = [word for word in re.split(r"[\s-]+", whole) if len(word) > 3]
    if len(words) > 1 and words[-1] in _PLACE_ENDINGS:
        words.pop()
    return not any(is_word(word) for word in words)


def _grown_left(text: str, start: int) -> int:
    for _ in range(4):
        low = max(0, start - 120)
        before = (
            _UNIT_BEFORE.search(text, low, start)
            or _HOUSE.search(text, low, start)
            or _BOX_BEFORE.search(text, low, start)
            or _NAMED_UNIT_BEFORE.search(text, low, start)
            or _LETTERED_BEFORE.search(text, low, start)
        )
        if before is None or _STOP.match(before[0]):
            named = _NAMED_BEFORE.search(text, low, start)
            return start if named is None or _STOP.match(named["part"]) else named.start("part")
        start = before.start()
    return start


def _list_before(text: str, end: int) -> int:
    """Where a comma list of names that ends before the postcode at *end* begins."""
    start = end
    match = re.search(
        rf"{_CAP}(?:[ ](?:{_CAP}|of|upon|on|le)){{0,3}}[ ]?,?[ \t\r\n]{{1,30}}\Z", text[max(0, end - 90) : end]
    )
    if match is None or _STOP.match(match[0].removeprefix("The ")):
        return end
    start = end - (len(match[0]))
    for _ in range(4):
        before = _CAPS_BEFORE.search(text, max(0, start - 90), start)
        if (
            before is None
            or _STOP.match(before["part"].removeprefix("The "))
            or re.search(r"(?:Ltd|Limited|Inc|LLC|LLP|Plc|PLC|Company|GmbH|Corp)\.?\Z", before["part"])
        ):
            break
        start = before.start("part")
    return start


def _address_in(listed: str) -> int:
    """Length of the beginning of a comma list that is an address: to its last postcode, country, state or known place."""
    if not re.search(r"\d", listed):
        return 0
    end = 0
    for match in re.finditer(rf"(?:{_COUNTRY}|{_ANY_STATE}|{_POSTCODE}|{_POST_CITY})", listed):
        if match.start() > 0 and not _YEAR.match(match[0]):
            end = match.end()
    for match in re.finditer(rf"(?<=, ){_CAP}(?:[ ]{_CAP}){{0,2}}", listed):
        if is_place(folded(match[0])):
            end = max(end, match.end())
    head = listed[:end]
    if "," not in head and (unit := _UNIT_LIST.match(listed)) is not None:
        return unit.end()
    if not re.search(r"\d", head) or "," not in head:
        return 0
    return end
