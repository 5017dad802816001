"""What programs are known or likely to get wrong of the Dutch system; `every` puts it together."""
