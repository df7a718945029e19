/**
 * Some forty cars that many drive, by generation and trim, with the sizes they left the factory on; six have another
 * size at the rear. Written by hand from common knowledge: the fitments are the demo shop's own, to be checked.
 *
 * Line: make | model | generation | years | body | trim size[+rear size], …
 */
import { sizeSlug } from '../../schema/domain/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import type { carFitment, carModel } from '../../schema/tables/car.ts'

const LINES = `
Audi|A4|B8|2009-2016|Sedan|Premium 225/50R17,S line 245/40R18
Audi|A4|B9|2017-2025|Sedan|Premium 225/50R17,S line 245/40R18
BMW|3 Series|F30|2012-2018|Sedan|320i 225/50R17,328i 225/45R18,335i M Sport 225/40R19+255/35R19
BMW|3 Series|G20|2019-2026|Sedan|330i 225/45R18,330i M Sport 225/40R19+255/35R19
BMW|X5|F15|2014-2018|SUV|xDrive35i 255/50R19
Chevrolet|Camaro|Sixth|2016-2024|Coupe|LT 245/50R18,SS 245/40R20+275/35R20
Chevrolet|Corvette|C7|2014-2019|Coupe|Stingray 245/40R18+285/35R19
Chevrolet|Equinox|Third|2018-2024|SUV|LS 225/65R17,Premier 235/50R19
Chevrolet|Malibu|Ninth|2016-2025|Sedan|LS 205/65R16,LT 225/55R17,Premier 245/40R19
Chevrolet|Silverado 1500|K2|2014-2018|Truck|LT 265/65R18,LTZ 275/55R20
Chevrolet|Silverado 1500|T1|2019-2026|Truck|LT 265/65R18,LTZ 275/60R20
Dodge|Charger|LD|2011-2023|Sedan|SE 215/65R17,R/T 245/45R20
Ford|Escape|Third|2013-2019|SUV|SE 235/55R17,Titanium 235/45R19
Ford|Escape|Fourth|2020-2026|SUV|S 225/65R17,SEL 225/60R18,Titanium 225/55R19
Ford|Explorer|Fifth|2011-2019|SUV|Base 245/65R17,XLT 245/60R18,Limited 255/50R20
Ford|Explorer|Sixth|2020-2026|SUV|XLT 255/65R18,Limited 255/55R20
Ford|F-150|Thirteenth|2015-2020|Truck|XL 245/70R17,XLT 265/70R17,Lariat 275/65R18,Platinum 275/55R20
Ford|F-150|Fourteenth|2021-2026|Truck|XL 245/70R17,XLT 265/70R17,Lariat 275/65R18,Platinum 275/60R20
Ford|Fusion|Second|2013-2020|Sedan|S 215/60R16,SE 235/50R17,Titanium 235/45R18
Ford|Mustang|S550|2015-2023|Coupe|EcoBoost 235/55R17,GT 235/50R18,GT Performance 255/40R19+275/40R19
Honda|Accord|Ninth|2013-2017|Sedan|LX 205/65R16,EX 215/55R17,Sport 235/45R18
Honda|Accord|Tenth|2018-2022|Sedan|LX 225/50R17,Sport 235/40R19
Honda|Civic|Ninth|2012-2015|Sedan|LX 195/65R15,EX 205/55R16,Si 215/45R17
Honda|Civic|Tenth|2016-2021|Sedan|LX 215/55R16,EX 215/50R17,Sport 235/40R18
Honda|Civic|Eleventh|2022-2026|Sedan|LX 215/55R16,EX 215/50R17,Sport 235/40R18
Honda|CR-V|Fourth|2012-2016|SUV|LX 215/70R16,EX 225/65R17
Honda|CR-V|Fifth|2017-2022|SUV|LX 235/65R17,EX 235/60R18
Honda|CR-V|Sixth|2023-2026|SUV|EX 235/60R18,Sport Touring 235/55R19
Honda|Odyssey|Fifth|2018-2026|Minivan|EX 235/60R18,Elite 235/55R19
Honda|Pilot|Third|2016-2022|SUV|LX 245/60R18,Touring 245/50R20
Hyundai|Elantra|AD|2017-2020|Sedan|SE 195/65R15,Value Edition 205/55R16,Limited 225/45R17
Hyundai|Elantra|CN7|2021-2026|Sedan|SE 195/65R15,SEL 205/55R16,Limited 225/45R17,N Line 235/40R18
Hyundai|Sonata|DN8|2020-2026|Sedan|SE 205/65R16,SEL 215/55R17,Limited 235/45R18
Hyundai|Tucson|TL|2016-2021|SUV|SE 225/60R17,Limited 245/45R19
Jeep|Grand Cherokee|WK2|2011-2021|SUV|Laredo 245/70R17,Limited 265/60R18,Overland 265/50R20
Jeep|Wrangler|JK|2007-2018|SUV|Sport 225/75R16,Sahara 255/70R18
Jeep|Wrangler|JL|2018-2026|SUV|Sport 245/75R17,Sahara 255/70R18,Rubicon 285/70R17
Kia|Sorento|UM|2016-2020|SUV|LX 235/65R17,EX 235/60R18,SX 235/55R19
Kia|Soul|PS|2014-2019|Hatchback|Base 205/60R16,Plus 215/55R17,Exclaim 235/45R18
Lexus|IS|XE30|2014-2020|Sedan|IS 250 225/45R17,IS 350 F Sport 225/40R18+255/35R18
Lexus|RX|AL20|2016-2022|SUV|RX 350 235/65R18,F Sport 235/55R20
Mazda|CX-5|KE|2013-2016|SUV|Sport 225/65R17,Grand Touring 225/55R19
Mazda|CX-5|KF|2017-2025|SUV|Sport 225/65R17,Grand Touring 225/55R19
Mazda|Mazda3|BM|2014-2018|Hatchback|Sport 205/60R16,Touring 215/45R18
Mazda|Mazda3|BP|2019-2026|Hatchback|Sport 205/60R16,Premium 215/45R18
Mercedes-Benz|C-Class|W205|2015-2021|Sedan|C 300 225/50R17,C 300 Sport 225/45R18+245/40R18
Nissan|Altima|L33|2013-2018|Sedan|S 215/60R16,SV 215/55R17,SL 235/45R18
Nissan|Altima|L34|2019-2025|Sedan|S 215/60R16,SV 215/55R17,SR 235/40R19
Nissan|Rogue|T32|2014-2020|SUV|S 225/65R17,SL 225/60R18
Nissan|Rogue|T33|2021-2026|SUV|S 235/65R17,SV 235/60R18,Platinum 235/55R19
Nissan|Sentra|B17|2013-2019|Sedan|S 205/55R16,SR 205/50R17
Ram|1500|DS|2009-2018|Truck|Tradesman 265/70R17,Big Horn 275/60R20
Ram|1500|DT|2019-2026|Truck|Big Horn 275/65R18,Laramie 275/55R20
Subaru|Forester|SJ|2014-2018|SUV|2.5i 225/60R17,2.5i Touring 225/55R18
Subaru|Forester|SK|2019-2024|SUV|Base 225/60R17,Sport 225/55R18
Subaru|Outback|BS|2015-2019|Wagon|2.5i 225/65R17,Limited 225/60R18
Subaru|Outback|BT|2020-2025|Wagon|Base 225/65R17,Limited 225/60R18
Subaru|WRX|VA|2015-2021|Sedan|Base 235/45R17,Limited 245/40R18
Tesla|Model 3|First|2017-2023|Sedan|Standard 235/45R18,Long Range Sport 235/40R19
Tesla|Model S|First|2012-2020|Sedan|75D 245/45R19
Toyota|Camry|XV50|2012-2017|Sedan|LE 205/65R16,XLE 215/55R17,SE 225/45R18
Toyota|Camry|XV70|2018-2024|Sedan|L 205/65R16,LE 215/55R17,SE 235/45R18,XSE 235/40R19
Toyota|Corolla|E170|2014-2019|Sedan|L 195/65R15,LE 205/55R16,S 215/45R17
Toyota|Corolla|E210|2020-2026|Sedan|L 195/65R15,LE 205/55R16,SE 225/40R18
Toyota|Highlander|XU70|2020-2026|SUV|LE 235/65R18,Platinum 235/55R20
Toyota|Prius|XW30|2010-2015|Hatchback|Two 195/65R15,Five 215/45R17
Toyota|Prius|XW50|2016-2022|Hatchback|L 195/65R15,Touring 215/45R17
Toyota|RAV4|XA40|2013-2018|SUV|LE 225/65R17,Limited 235/55R18
Toyota|RAV4|XA50|2019-2025|SUV|LE 225/65R17,XLE Hybrid 225/60R18,Adventure 235/55R19
Toyota|Sienna|XL30|2011-2020|Minivan|LE 235/60R17,Limited 235/55R18
Toyota|Tacoma|Third|2016-2023|Truck|SR5 245/75R16,TRD Off-Road 265/70R16,TRD Sport 265/65R17,Limited 265/60R18
Toyota|Tundra|XK50|2014-2021|Truck|SR5 255/70R18,Limited 275/55R20
Volkswagen|Golf|Mk7|2015-2021|Hatchback|S 195/65R15,SE 205/55R16,SEL 225/45R17,GTI 225/40R18
Volkswagen|Jetta|A6|2011-2018|Sedan|S 195/65R15,SE 205/55R16,GLI 225/45R17
Volkswagen|Jetta|A7|2019-2026|Sedan|S 205/60R16,R-Line 205/55R17,GLI 225/45R18
`

export const CAR_ROWS: (typeof carModel.$inferInsert)[] = []
export const FITMENT_ROWS: (typeof carFitment.$inferInsert)[] = []

for (const [index, line] of LINES.trim().split('\n').entries()) {
  const [make = '', model = '', generation = '', years = '', bodyType = '', trims = ''] = line.split('|')
  const [yearFrom = 0, yearTo = 0] = years.split('-').map(Number)
  const id = index + 1
  CAR_ROWS.push({
    id,
    make,
    makeSlug: optionSlug(make),
    model,
    modelSlug: optionSlug(model),
    generation,
    yearFrom,
    yearTo,
    bodyType,
  })
  for (const [position, entry] of trims.split(',').entries()) {
    const space = entry.lastIndexOf(' ')
    const trim = entry.slice(0, space)
    const [size = '', rear] = entry.slice(space + 1).split('+')
    FITMENT_ROWS.push({
      id: FITMENT_ROWS.length + 1,
      carId: id,
      trim,
      trimSlug: optionSlug(trim),
      size,
      sizeSlug: sizeSlug(size),
      sizeRear: rear ?? null,
      sizeRearSlug: rear ? sizeSlug(rear) : null,
      position,
    })
  }
}
