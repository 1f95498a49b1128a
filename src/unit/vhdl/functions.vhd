  function fn_is_set(p_a : unsigned) return boolean is
  begin
    return p_a(p_a'low) = '1';
  end function;

  function fn_bit(p_a : boolean) return unsigned is
  begin
    if p_a then return "1"; else return "0"; end if;
  end function;

  function fn_choose(p_s, p_a, p_b : unsigned) return unsigned is
  begin
    if fn_is_set(p_s) then return p_a; else return p_b; end if;
  end function;

  function fn_all(p_a : unsigned) return unsigned is
  begin
    return unsigned'(0 => and p_a);
  end function;

  function fn_any(p_a : unsigned) return unsigned is
  begin
    return unsigned'(0 => or p_a);
  end function;

  function fn_parity(p_a : unsigned) return unsigned is
  begin
    return unsigned'(0 => xor p_a);
  end function;

  function fn_left(p_a, p_n : unsigned) return unsigned is
  begin
    if p_n < p_a'length then return shift_left(p_a, to_integer(p_n)); else return (p_a'range => '0'); end if;
  end function;

  function fn_right(p_a, p_n : unsigned) return unsigned is
  begin
    if p_n < p_a'length then return shift_right(p_a, to_integer(p_n)); else return (p_a'range => '0'); end if;
  end function;
