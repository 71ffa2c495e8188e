/** What a business does with people, as far as it affects their safety. Declared once per industry. */
export type Traits = {
  /** Doctors, dentists, therapists: illness is their business, and patient data is treated as such. */
  isHealthCare?: boolean;
  /** It works on people's bodies, so anyone injured or ill may ask whether a service is safe for them. */
  treatsBodies?: boolean;
  /** Customers exercise: an injured customer who asks whether they may come needs a doctor's advice. */
  exertsBodies?: boolean;
  /** Its services can cause a burn, a rash or a bad stomach. Sore legs after a class do not count. */
  mayCauseReactions?: boolean;
  /** It sells goods that customers take home and may give to children. */
  sellsGoods?: boolean;
};
